/** Goes through all that lies in a folder but git's own, by names, sizes, modes and times: nothing is read. */
import { type BigIntStats, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Past so many it is not looked at. */
const MOST_ENTRIES = 300_000;

/** Folders come before what lies in them. False where it is too much, or a folder cannot be read. */
export async function walkBase(
  folder: string,
  visit: (path: string, stat: BigIntStats) => void,
  without?: string,
): Promise<boolean> {
  const waiting = [folder];
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    await new Promise((resolve) => setImmediate(resolve));
    const names = namesOf(at);
    if (names === null) return false;
    for (const name of names) {
      if (name === ".git" && at === folder) continue;
      entries += 1;
      if (entries > MOST_ENTRIES) return false;
      const path = join(at, name);
      if (path === without) continue;
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stat === undefined) continue;
      visit(path, stat);
      if (stat.isDirectory()) waiting.push(path);
    }
  }
  return true;
}

function namesOf(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return null;
  }
}
