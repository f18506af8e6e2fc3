/**
 * Parts the entries of one process so that no entry lies in another of its part. A file that it changed may lie in a folder that it
 * removed later: the folder must be there again before the file can be moved.
 */
import type { JournalEntry } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";
import type { LandedList } from "./landed-journal.ts";

/** In the same order. Without those of which there was nothing before and is nothing now: there is nothing to move. */
export function partEntries(
  list: LandedList,
  entries: readonly JournalEntry[],
): readonly (readonly JournalEntry[])[] {
  const idle = new Set(
    list.entries.filter(({ had }) => !had.before && !had.after).map(({ id }) => id),
  );
  const moving = entries.filter(({ id }) => !idle.has(id));
  if (list.grows !== true) return [moving];
  const parts: JournalEntry[][] = [];
  let taken = new Set<string>();
  for (const entry of moving) {
    const last = parts.at(-1);
    if (last === undefined || meets(entry.path, taken)) {
      parts.push([entry]);
      taken = new Set([entry.path]);
    } else {
      last.push(entry);
      taken.add(entry.path);
    }
  }
  return parts;
}

function meets(path: string, taken: ReadonlySet<string>): boolean {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (taken.has(at)) return true;
  return [...taken].some((other) => isWithin(other, path));
}
