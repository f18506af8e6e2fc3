// Rows of a file of JSON lines.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The rows of `name` in the folder; none when it is not there. */
export function readLines<T>(folder: string, name: string): readonly T[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
