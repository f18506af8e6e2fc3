/** Values of YAML, as kits and notes on tools hold them. */
import { isRecord, stripToLine } from "@toolplane/readings";

const MAX_LINES = 50;
const MAX_LINE = 2_000;

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null;
}

/** One line of text; null where there is none. */
export function lineText(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return null;
  const line = stripToLine(value).slice(0, MAX_LINE);
  return line === "" ? null : line;
}

/** A list of lines, or one; what is an object is written as JSON. */
export function linesOf(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.slice(0, MAX_LINES).flatMap((entry) => {
    const words = lineText(typeof entry === "object" && entry ? JSON.stringify(entry) : entry);
    return words === null ? [] : [words];
  });
}
