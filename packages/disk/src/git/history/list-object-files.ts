/** Lists the files that git's objects lie in: loose ones and packs. */
import { readdirSync } from "node:fs";
import { posixPath } from "@toolplane/readings";
import { statsOf } from "../stats-of.ts";

/** The files that objects lie in, by their paths. */
export interface ObjectFiles {
  readonly packs: readonly string[];
  /** Names of the objects that lie in files of their own, with those files. */
  readonly loose: ReadonlyMap<string, string>;
  /** False where a folder could not be listed. */
  readonly complete: boolean;
}

export function listObjectFiles(folders: readonly string[]): ObjectFiles {
  const packs: string[] = [];
  const loose = new Map<string, string>();
  let complete = true;
  const list = (folder: string): readonly string[] => {
    try {
      return readdirSync(folder);
    } catch {
      complete &&= statsOf(folder) === undefined;
      return [];
    }
  };
  for (const folder of folders)
    for (const name of list(folder)) {
      const at = posixPath.join(folder, name);
      if (name === "pack")
        packs.push(
          ...list(at)
            .filter(isIndex)
            .map((each) => posixPath.join(at, each)),
        );
      else if (/^[0-9a-f]{2}$/.test(name))
        for (const rest of list(at))
          if (/^[0-9a-f]{38}(?:[0-9a-f]{24})?$/.test(rest))
            loose.set(name + rest, posixPath.join(at, rest));
    }
  return { packs, loose, complete };
}

function isIndex(name: string): boolean {
  return name.endsWith(".idx");
}
