/**
 * Durability apart from commits. Commits go to the write-ahead log without waiting for the disk (`synchronous=NORMAL`), and
 * a flush syncs that one file through a descriptor of our own: one sync for everything that was committed before it. SQLite
 * takes no locks on the log, so closing our descriptor drops none (on the database file itself it would).
 *
 * A fast disk is waited for, because handing a sync of 0.1 ms to another thread costs three times as much; a slow one is
 * not, so that it never holds the event loop. After a sync that failed the kernel may take the lost pages for written: then
 * only a checkpoint counts, which writes them again to the database file and syncs that.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

/** A sync that took longer is done off the thread the next time. */
const FAST_MS = 1;
/** The time of handing over does not count as the disk's. */
const HANDED_OVER_FAST_MS = 2;

export interface WalSyncOptions {
  /** The log; null for a database in memory, which has none. */
  readonly path: string | null;
  readonly nowMs: () => number;
  /** Copies the whole log into the database file and syncs it; false when it could not now. */
  readonly checkpoint: () => boolean;
}

export interface WalSync {
  /** Everything committed so far is on disk when it returns or its promise resolves. Throws or rejects when it is not. */
  sync(): undefined | Promise<void>;
  close(): void;
}

/** Makes a sync; the log is opened when it is first needed. */
export function createWalSync(options: WalSyncOptions): WalSync {
  const { path, nowMs } = options;
  let file: number | null = null;
  let isFast = true;
  let inDoubt = false;

  function here(fd: number): undefined {
    const start = nowMs();
    try {
      fdatasyncSync(fd);
    } catch (error) {
      inDoubt = true;
      throw error;
    }
    isFast = nowMs() - start < FAST_MS;
  }

  function elsewhere(fd: number): Promise<void> {
    const start = nowMs();
    return new Promise((resolve, reject) => {
      fdatasync(fd, (error) => {
        if (error) {
          inDoubt = true;
          reject(error);
          return;
        }
        isFast = nowMs() - start < HANDED_OVER_FAST_MS;
        resolve();
      });
    });
  }

  return {
    sync() {
      if (path === null) return undefined;
      if (inDoubt && options.checkpoint()) {
        inDoubt = false;
        return undefined;
      }
      file ??= openSync(path, "r+");
      if (inDoubt) throw Object.assign(new TypeError("The log was not written out"), IO_FAULT);
      return isFast ? here(file) : elsewhere(file);
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

const IO_FAULT = { code: "EIO" } as const;
