import { dirname } from "node:path/posix";
import type { ImportGraph } from "./find-rings.ts";
import { packageOf } from "./judge-import.ts";

/**
 * Folder → the folders of its package that it imports, at every depth. The folder below and the folder above are two: a file that
 * both need lies in a folder of its own. An entry (`index.ts`, and those for tests) counts by itself, because it imports every
 * folder of what it is the entry of and no file there may import it.
 */
export function folderGraph(files: ImportGraph): ImportGraph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const from = folderOf(file);
    const known = folders.get(from) ?? new Set();
    folders.set(from, known);
    for (const target of targets) {
      if (packageOf(target) === packageOf(file) && folderOf(target) !== from) {
        known.add(folderOf(target));
      }
    }
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets].sort()]));
}

function folderOf(path: string): string {
  return /\/(?:index|inside\.fixture|shared\.fixture)\.tsx?$/.test(path) ? path : dirname(path);
}
