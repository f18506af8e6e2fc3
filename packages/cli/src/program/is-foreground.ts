/**
 * Tells whether this process may use its terminal. A job that a shell put into the background shares the terminal with the
 * person who types there: it would be stopped when it asked, and its output would land in another program's line. So such a job
 * counts as having no person to ask.
 */
import { readFileSync } from "node:fs";

/** True where that cannot be known. */
export function isForeground(readStat: () => string = readOwnStat): boolean {
  try {
    const stat = readStat();
    // The name before it may hold anything, brackets and blanks included.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [, , group, , , holder] = fields.map(Number);
    // Without a terminal of its own the holder is -1; one that this process cannot see is 0.
    return !(holder !== undefined && holder > 0) || holder === group;
  } catch {
    return true;
  }
}

function readOwnStat(): string {
  return readFileSync("/proc/self/stat", "latin1");
}
