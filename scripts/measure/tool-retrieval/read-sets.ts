import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchema } from "@toolplane/contract";

/** One tool of a set, as its file says it. */
export interface SetTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** One request and the tools that answer it. */
export interface SetQuery {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  /** Groups of tools that count as one; each of `gold` for itself when absent. */
  readonly goldGroups?: readonly (readonly string[])[];
}

/** One set of tools and requests. */
export interface RetrievalSet {
  readonly name: string;
  readonly tools: readonly SetTool[];
  readonly queries: readonly SetQuery[];
}

/** Reads every folder that holds a set, in order of name; the folder itself may be one. */
export function readSets(data: string): readonly RetrievalSet[] {
  const folders = readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(data, entry.name));
  return [data, ...folders.sort()].filter(holdsSet).map((folder) => ({
    name: folder.split(/[\\/]/).at(-1) ?? folder,
    tools: readLines<SetTool>(join(folder, "tools.jsonl")),
    queries: readLines<SetQuery>(join(folder, "queries.jsonl")),
  }));
}

function holdsSet(folder: string): boolean {
  return existsSync(join(folder, "tools.jsonl")) && existsSync(join(folder, "queries.jsonl"));
}

function readLines<T>(path: string): readonly T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
