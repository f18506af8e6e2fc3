/**
 * Reads what a session's lock files name, from all that became of them. What the session wrote counts as not named, also when a
 * person's program writes it again later: of a package that only the session brought in, no version; of another, that version or
 * that file. What a person approved counts in any case.
 */
import { createLockBook, type LockBook } from "./lock-book.ts";
import type { LockText } from "./lock-snapshot.ts";
import type { LockedFile } from "./locked-file.ts";
import { readLock } from "./read-lock.ts";

/** A lock file as it stood after somebody wrote it. */
export interface LockEvent extends Pick<LockText, "name" | "text"> {
  /** Nobody of this session: it stood so when the session began. */
  readonly by?: "session" | "person" | "approval";
}

export function readLockBook(events: readonly LockEvent[]): LockBook {
  const named = new Map<string, LockedFile>();
  const known = new Set<string>();
  const written = new Set<string>();
  for (const { by, name, text } of events)
    for (const file of readLock(name, text)) {
      const marks = marksOf(file);
      if (by === "session") {
        const fresh = marks.find((mark) => !known.has(mark));
        if (fresh !== undefined) written.add(fresh);
        continue;
      }
      if (by === "person" && marks.some((mark) => written.has(mark))) continue;
      for (const mark of marks) {
        known.add(mark);
        written.delete(mark);
      }
      named.set(marks.at(-1) ?? "", file);
    }
  return createLockBook([...named.values()]);
}

/** The package, this version of it, and all that is said of the file. */
function marksOf({ manager, name, version, url = "", sums }: LockedFile): readonly string[] {
  const whole = `${manager} ${name}`;
  return [whole, `${whole} ${version}`, `${whole} ${version} ${url} ${sums.join(" ")}`];
}
