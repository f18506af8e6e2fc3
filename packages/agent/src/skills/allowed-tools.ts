/**
 * `allowed-tools` of a skill: names with what they may be used for in brackets, `Bash(git:*) Read`, between blanks or commas, or
 * as a list. It can only narrow, so what cannot be read permits nothing.
 */
import { stripToLine } from "@toolplane/readings";

/** More than any skill names. */
const MAX_ENTRIES = 100;

export interface AllowedTools {
  /** Null: the skill does not say. */
  readonly tools: readonly string[] | null;
  readonly warning: string | null;
}

export function readAllowedTools(value: unknown): AllowedTools {
  if (value === undefined) return { tools: null, warning: null };
  if (value === null || value === "")
    return { tools: null, warning: "its allowed-tools is empty and means nothing" };
  const texts = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === "string"))
    return { tools: [], warning: "its allowed-tools cannot be read, so it permits none" };
  const tools = texts.flatMap((text) => splitEntries(stripToLine(text)));
  if (tools.length > MAX_ENTRIES)
    return {
      tools: tools.slice(0, MAX_ENTRIES),
      warning: `only ${MAX_ENTRIES} of its allowed-tools count`,
    };
  return { tools, warning: null };
}

/** Blanks and commas in brackets belong to what is in them. */
function splitEntries(text: string): readonly string[] {
  const entries: string[] = [];
  let depth = 0;
  let entry = "";
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === " " || character === ",")) {
      if (entry !== "") entries.push(entry);
      entry = "";
    } else entry += character;
  }
  if (entry !== "") entries.push(entry);
  return entries;
}
