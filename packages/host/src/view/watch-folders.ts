/**
 * Whether anything came, went or was renamed in a set of folders, told by the kernel and not by looking: to look at every folder
 * before every command costs in proportion to the workspace.
 *
 * It answers "unchanged" only when it is sure. It is not where the kernel does not see every change (network disks), where there
 * are too many folders to watch, or when so much happened that the kernel may have dropped events. Then somebody has to look.
 */
import { type FSWatcher, readFileSync, statfsSync, watch } from "node:fs";
import { nameOf, parentOf, toFsPath } from "../paths/byte-path.ts";

/** A set of folders under watch. */
export interface FolderWatch {
  /** True when it is certain that nothing changed since it was made or since `reset`. */
  unchanged(): Promise<boolean>;
  /** Somebody looked and found everything as it was: what was noted until now is forgotten. */
  reset(): void;
  close(): void;
}

/** Numbers of local file systems on which every change is seen: ext, xfs, btrfs, tmpfs, f2fs, zfs, bcachefs. */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
]);
const MAX_FOLDERS = 20_000;
/** Of the events that the kernel keeps for us before it drops some. */
const SAFE_SHARE = 0.25;

/** Watches these folders, given as byte paths; null where that would not be certain. */
export function watchFolders(folders: Iterable<string>): FolderWatch | null {
  const paths = [...folders];
  const all = new Set(paths);
  const most = Math.min(MAX_FOLDERS, setting("max_user_watches") / 2);
  // Nested mounts are no views, so folders below one root lie on one disk.
  const roots = paths.filter((path) => !all.has(parentOf(path)));
  if (paths.length > most || !roots.every((path) => LOCAL.has(typeOf(path)))) return null;
  const maxEvents = setting("max_queued_events") * SAFE_SHARE;
  const watchers: FSWatcher[] = [];
  let events = 0;
  let touched = false;
  const close = () => {
    touched = true;
    for (const watcher of watchers.splice(0)) watcher.close();
  };
  try {
    for (const path of paths) watchers.push(open(path));
  } catch {
    close();
    return null;
  }
  function open(path: string): FSWatcher {
    const own = nameOf(path);
    const options = { persistent: false, encoding: "buffer" } as const;
    const watcher = watch(toFsPath(path), options, (kind, name) => {
      events += 1;
      // What is written into a file changes no folder; a folder's own mode is told under its own name.
      const about = name === null ? own : name.toString("latin1");
      if (kind === "rename" || about === own || events > maxEvents) touched = true;
    });
    watcher.on("error", () => {
      touched = true;
    });
    return watcher;
  }
  return {
    close,
    reset() {
      events = 0;
      if (watchers.length > 0) touched = false;
    },
    async unchanged() {
      if (touched) return false;
      await wholeTurn();
      return !touched;
    },
  };
}

/** After this every event that the kernel had when it was called has been heard: the loop has asked for them once from the start. */
async function wholeTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

function typeOf(path: string): number {
  try {
    return statfsSync(toFsPath(path)).type;
  } catch {
    return 0;
  }
}

function setting(name: string): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"));
  } catch {
    return 0;
  }
}
