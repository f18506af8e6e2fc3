/**
 * Names what a folder holds, without reading it: names, sizes, modes and times of all that lies in it but git's own folder. Any
 * change of a file is another name; the same name is the same content, unless somebody set a time back.
 */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Past so many it is a name of its own each time: nothing is kept for it. */
const MOST_ENTRIES = 300_000;

/** Null where it is too much to be named. */
export async function digestBase(folder: string): Promise<string | null> {
  const hash = createHash("sha256");
  const waiting = [folder];
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    await new Promise((resolve) => setImmediate(resolve));
    const names = namesOf(at);
    if (names === null) return null;
    for (const name of names) {
      if (name === ".git" && at === folder) continue;
      entries += 1;
      if (entries > MOST_ENTRIES) return null;
      const path = join(at, name);
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stat === undefined) continue;
      hash.update(`${path}\0${stat.mode}\0${stat.ino}\0`);
      if (stat.isDirectory()) waiting.push(path);
      else hash.update(`${stat.size}\0${stat.mtimeNs}\0${stat.ctimeNs}\0`);
    }
  }
  return hash.digest("hex");
}

function namesOf(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return null;
  }
}
