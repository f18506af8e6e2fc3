/**
 * Tells whether anything came, went or was renamed in a set of folders. The kernel reports it: to look at every folder before
 * every command costs in proportion to the workspace.
 *
 * It answers "unchanged" only when it is sure. It is not where the kernel does not see every change (network disks), where there
 * are too many folders to watch, or when so much happened that the kernel may have dropped events. Then the caller has to look.
 */
import { type FSWatcher, lstatSync, readFileSync, statfsSync, watch } from "node:fs";
import { nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";

/** A folder by its byte path and inode: another folder of the same name is not the one that was watched. */
interface WatchedFolder {
  readonly path: string;
  readonly inode: number;
}

export interface FolderWatch {
  /** Watches these and no others from now on; false where that would not be certain. A look afterwards misses nothing. */
  follow(folders: readonly WatchedFolder[]): boolean;
  /** True when it is certain that nothing changed since `follow`. */
  unchanged(): Promise<boolean>;
  close(): void;
}

/** Numbers of local file systems on which every change is seen: ext, xfs, btrfs, tmpfs, f2fs, zfs, bcachefs. */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
]);
const MAX_FOLDERS = 20_000;
/** Share of the events that the kernel keeps for us before it drops some. */
const SAFE_SHARE = 0.25;

export function watchFolders(): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const maxEvents = setting("max_queued_events") * SAFE_SHARE;
  const most = Math.min(MAX_FOLDERS, setting("max_user_watches") / 2);
  let events = 0;
  let sure = false;

  function open({ path, inode }: WatchedFolder): FSWatcher {
    const own = nameOf(path);
    const options = { persistent: false, encoding: "buffer" } as const;
    const watcher = watch(toFsPath(path), options, (kind, name) => {
      events += 1;
      // A write into a file changes no folder; a change of a folder's own mode is reported under its own name.
      const about = name === null ? own : name.toString("latin1");
      if (kind === "rename" || about === own || events > maxEvents) sure = false;
    });
    watcher.on("error", () => {
      sure = false;
    });
    if (lstatSync(toFsPath(path)).ino !== inode) sure = false;
    return watcher;
  }
  function close(): void {
    sure = false;
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  }
  return {
    close,
    follow(folders) {
      if (folders.length > most || !areLocal(folders)) {
        close();
        return false;
      }
      events = 0;
      sure = true;
      try {
        const wanted = new Map(folders.map((folder) => [keyOf(folder), folder]));
        for (const [key, watcher] of watchers) {
          if (wanted.has(key)) continue;
          watcher.close();
          watchers.delete(key);
        }
        for (const [key, folder] of wanted) if (!watchers.has(key)) watchers.set(key, open(folder));
        return sure;
      } catch {
        close();
        return false;
      }
    },
    async unchanged() {
      if (!sure) return false;
      await wholeTurn();
      return sure;
    },
  };
}

function keyOf({ path, inode }: WatchedFolder): string {
  return `${inode} ${path}`;
}

/**
 * After this every event that the kernel had when it was called has been heard: the loop has asked for them once from the start.
 */
async function wholeTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

// Nested mounts are no views, so folders below one root lie on one disk.
function areLocal(folders: readonly WatchedFolder[]): boolean {
  const all = new Set(folders.map(({ path }) => path));
  return [...all]
    .filter((path) => !all.has(parentOf(path)))
    .every((path) => LOCAL.has(typeOf(path)));
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
