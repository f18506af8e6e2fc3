/** The rows of a JSONL file in a data folder; none when the file is not there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function readLines<Row>(folder: string, name: string): readonly Row[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}
