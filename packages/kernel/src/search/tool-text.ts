/**
 * Collects the words of a tool and of its source, field by field. A stranger's schema is read within bounds: deep or
 * huge ones are cut.
 */
import type { JsonSchema } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";

/** The members of a tool that the index reads. */
export interface SearchableTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** The server or specification that it comes from. */
  readonly source?: string | null;
  /** The source's own description: title, description, instructions. */
  readonly sourceText?: string | null;
}

/** The fields of a tool; they count differently. */
export interface ToolText {
  readonly name: string;
  readonly description: string;
  readonly parameterNames: string;
  readonly parameterDescriptions: string;
  readonly values: string;
  readonly sourceName: string;
  readonly sourceText: string;
}

/** Characters read of one field, parameters read of one tool, levels read of one schema. */
const MAX_FIELD = 4_000;
const MAX_PARAMETERS = 200;
const MAX_DEPTH = 6;

const SECTION =
  /^[ \t#*]*(?:args|arguments|parameters|params|inputs?|returns?|outputs?|raises|examples?|usage|notes?)[*]*:/im;

interface Collected {
  readonly names: string[];
  readonly descriptions: string[];
  readonly values: string[];
}

/** Never throws. */
export function toolText(tool: SearchableTool): ToolText {
  const { name, description, parameters, source, sourceText } = tool;
  const found: Collected = { names: [], descriptions: [], values: [] };
  const [about, details] = splitDescription(description);
  found.descriptions.push(details);
  collect(parameters, found, 0);
  return {
    name: ownName(name, source ?? "").slice(0, MAX_FIELD),
    description: about.slice(0, MAX_FIELD),
    parameterNames: joinTexts(found.names),
    parameterDescriptions: joinTexts(found.descriptions),
    values: joinTexts(found.values),
    sourceName: (source ?? "").slice(0, MAX_FIELD),
    sourceText: (sourceText ?? "").slice(0, MAX_FIELD),
  };
}

/**
 * Splits a description. Many servers send a function's whole comment. The part before its first section says what the
 * tool does; the sections are about arguments and answers, as descriptions of parameters are.
 */
function splitDescription(description: string): readonly [about: string, details: string] {
  const read = description.slice(0, 4 * MAX_FIELD);
  const at = read.search(SECTION);
  return at > 0 && read.slice(0, at).trim() !== ""
    ? [read.slice(0, at), read.slice(at)]
    : [read, ""];
}

/** `create_issue` of `mcp__github__create_issue`: the source is a field of its own and counts once. */
function ownName(name: string, source: string): string {
  const mark = `${source}__`;
  const at = source === "" ? -1 : name.indexOf(mark);
  const whole = at === 0 || name.slice(0, Math.max(0, at)).endsWith("__");
  return whole && at >= 0 && name.length > at + mark.length ? name.slice(at + mark.length) : name;
}

function collect(schema: unknown, found: Collected, depth: number): void {
  if (depth > MAX_DEPTH || found.names.length >= MAX_PARAMETERS || !isRecord(schema)) return;
  if (depth > 0 && typeof schema.description === "string")
    found.descriptions.push(schema.description);
  if (Array.isArray(schema.enum)) {
    for (const value of schema.enum.slice(0, MAX_PARAMETERS))
      if (typeof value === "string") found.values.push(value);
  }
  if (isRecord(schema.properties)) {
    for (const [name, member] of Object.entries(schema.properties)) {
      found.names.push(name);
      collect(member, found, depth + 1);
      if (found.names.length >= MAX_PARAMETERS) return;
    }
  }
  collect(schema.items, found, depth + 1);
  for (const branches of [schema.anyOf, schema.oneOf, schema.allOf]) {
    if (Array.isArray(branches)) for (const branch of branches) collect(branch, found, depth + 1);
  }
}

function joinTexts(texts: readonly string[]): string {
  return texts.join(" ").slice(0, MAX_FIELD);
}
