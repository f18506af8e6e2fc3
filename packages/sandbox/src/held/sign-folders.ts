/**
 * Names what folders hold, without reading it: names, sizes, modes and times of all that lies in them but git's own folders. Any
 * change of a file is another name.
 */
import { createHash } from "node:crypto";
import { below, toBytePath } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "../landing/disk/byte-fs.ts";
import { type Pieces, takeTurns } from "../landing/disk/take-turns.ts";

/** Past so many it takes longer than a landing may. */
const MOST_ENTRIES = 300_000;

/** Null where it is too much to be named, or cannot be looked at. */
export async function signFolders(folders: readonly string[]): Promise<string | null> {
  try {
    return await takeTurns(signed(folders.map(toBytePath)));
  } catch {
    return null;
  }
}

function* signed(folders: readonly string[]): Pieces<string | null> {
  const hash = createHash("sha256");
  const waiting = [...folders];
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const name of namesIn(at).toSorted()) {
      if (name === ".git" && folders.includes(at)) continue;
      entries += 1;
      if (entries > MOST_ENTRIES) return null;
      yield;
      const path = below(at, name);
      const stat = lookAt(path);
      if (stat === null) continue;
      hash.update(`${path}\0${stat.mode}\0${stat.ino}\0`, "latin1");
      if (stat.isDirectory()) waiting.push(path);
      else hash.update(`${stat.size}\0${stat.mtimeNs}\0${stat.ctimeNs}\0`);
    }
  return hash.digest("hex");
}
