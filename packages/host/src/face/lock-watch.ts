/**
 * Tells who wrote the lock files of the workspace since a session began. Whatever this host writes for its sessions, it writes while
 * it holds the place: what is different afterwards is theirs. What a person approved is told when it has landed. Anything else was
 * changed by nobody of this host. That was a person where the model has no other hands (`soleWriter`); else it counts for nothing.
 *
 * Not looked at while something is being written, and not at all after a fault that could leave half of a landing: *unknown* counts
 * as not named.
 */
import { lstatSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { isToolError } from "@toolplane/contract";
import type { FileLocks } from "@toolplane/disk/files";
import type { LockEvent } from "@toolplane/installs";
import { isLockName, readLockText, takeLockSnapshot } from "@toolplane/installs/take-lock-snapshot";
import type { createChangeWatch } from "@toolplane/sandbox";

type ChangeWatch = ReturnType<typeof createChangeWatch>;

export interface LockWatch {
  readonly locks: FileLocks;
  /** Around commands that write to the files themselves. */
  watching(watch: ChangeWatch): ChangeWatch;
  /** These paths were written for a session, and a person approved some of them. */
  wrote(paths: readonly string[], approved?: readonly string[]): void;
  /** Looks for what a person changed. */
  renew(): void;
  /** A program outside of this host was asked to do something here: who wrote a file cannot be told any more. */
  lose(): void;
}

export interface LockWatchOptions {
  readonly roots: readonly string[];
  readonly locks: FileLocks;
  readonly soleWriter: boolean;
  readonly onEvent: (event: LockEvent) => void;
}

/** Folders among so many changed paths are looked into; of more, each file is named. */
const MOST_FOLDERS = 64;

export function createLockWatch({
  roots,
  locks,
  soleWriter,
  onEvent,
}: LockWatchOptions): LockWatch {
  /** How each known lock file looked when it was last known who wrote it. */
  const stamps = new Map<string, string>();
  let writing = 0;
  let isLost = !soleWriter;
  for (const { path } of takeLockSnapshot(roots)) stamps.set(path, stampOf(path));

  function tell(path: string, by: NonNullable<LockEvent["by"]>): void {
    const stamp = stampOf(path);
    if (by !== "approval" && stamps.get(path) === stamp) return;
    stamps.set(path, stamp);
    const text = readLockText(path);
    if (text !== null) onEvent({ by, name: text.name, text: text.text });
  }

  /** Known files that are different now; a person's where nothing of ours was at work. */
  function tellKnown(by: "session" | "person"): void {
    for (const path of stamps.keys()) tell(path, by);
  }

  function begin(): () => void {
    if (writing === 0 && !isLost) tellKnown("person");
    writing += 1;
    return () => {
      tellKnown("session");
      // What is new there is told at once after the writing, and nobody looks before.
      setImmediate(() => {
        writing -= 1;
      });
    };
  }

  return {
    locks: {
      hold: (paths, signal, work) =>
        locks.hold(paths, signal, async () => {
          const end = begin();
          try {
            return await work();
          } catch (error) {
            // Any other refusal leaves everything as it was.
            isLost ||= !isToolError(error) || error.code === "internal";
            throw error;
          } finally {
            end();
          }
        }),
    },
    watching: (watch) => ({
      async begin(call) {
        const begun = await watch.begin(call);
        const end = begin();
        return {
          async after(judge) {
            const found = await begun.after(judge);
            isLost ||= !found.complete;
            end();
            return found;
          },
        };
      },
    }),
    wrote(paths, approved = []) {
      const folders = paths.length > MOST_FOLDERS ? [] : paths;
      for (const path of paths.filter(isNamedLock)) tell(path, "session");
      for (const { path } of takeLockSnapshot(folders.filter(isFolder))) tell(path, "session");
      for (const path of approved.filter(isNamedLock)) tell(path, "approval");
    },
    renew() {
      if (writing > 0 || isLost) return;
      tellKnown("person");
      for (const { path } of takeLockSnapshot(roots)) tell(path, "person");
    },
    lose() {
      isLost = true;
    },
  };
}

function isNamedLock(path: string): boolean {
  return isAbsolute(path) && isLockName(basename(path));
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Another file, another size or another time of change; one that is gone has none. */
function stampOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return "";
  }
}
