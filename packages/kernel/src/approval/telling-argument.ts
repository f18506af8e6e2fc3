/** The argument that says most of a call: the one by which a person knows it again. */
import type { JsonObject } from "@toolplane/contract";

const TELLING: readonly string[] = [
  "command",
  "pattern",
  "path",
  "file_path",
  "url",
  "query",
  "prompt",
  "name",
];

/** Its value as text; the first that is a text where none is known; empty where there is none. */
export function tellingArgument(args: JsonObject): string {
  const known = TELLING.find((name) => typeof args[name] === "string");
  const text = known === undefined ? Object.values(args).find(isText) : args[known];
  return isText(text) ? text : "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
