/** What the lock files of a snapshot name. */
import { createLockBook, type LockBook } from "./lock-book.ts";
import type { LockText } from "./lock-snapshot.ts";
import { readLock } from "./read-lock.ts";

export function readLockBook(texts: readonly LockText[]): LockBook {
  return createLockBook(texts.flatMap(({ name, text }) => readLock(name, text)));
}
