import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchema } from "@toolplane/contract";

/** One tool of a set, as its file says it. */
export interface SetTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The server it comes from, where a set says so. */
  readonly source: SetSource | null;
}

/** A server: its name, and what it says of itself. */
interface SetSource {
  readonly name: string;
  readonly text: string;
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
    tools: readLines<Record<string, unknown>>(join(folder, "tools.jsonl")).map(readSetTool),
    queries: readLines<SetQuery>(join(folder, "queries.jsonl")),
  }));
}

/** A set may write `server` as a name or as an object, and what it says of itself beside it or in it. */
export function readSetTool(line: Readonly<Record<string, unknown>>): SetTool {
  const tool = line as unknown as SetTool;
  const inner = typeof line.server === "object" && line.server !== null ? line.server : {};
  const said = new Map(
    [
      ...Object.entries(line),
      ...Object.entries(inner).map(([key, value]) => [`server_${key}`, value]),
    ]
      .filter((pair): pair is [string, string] => typeof pair[1] === "string")
      .map(([key, value]) => [key.replaceAll("_", "").toLowerCase(), value]),
  );
  const name = SOURCE_NAMES.map((key) => said.get(key)).find((value) => value !== undefined);
  const text = SOURCE_TEXTS.flatMap((key) => said.get(key) ?? []).join("\n");
  const source = name === undefined && text === "" ? null : { name: name ?? "", text };
  return { ...tool, source };
}

const SOURCE_NAMES = ["server", "servername", "source", "sourcename"];
const SOURCE_TEXTS = ["server", "source"].flatMap((of) =>
  ["title", "description", "instructions", "text"].map((what) => `${of}${what}`),
);

function holdsSet(folder: string): boolean {
  return existsSync(join(folder, "tools.jsonl")) && existsSync(join(folder, "queries.jsonl"));
}

export function readLines<T>(path: string): readonly T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
