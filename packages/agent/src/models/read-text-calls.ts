/**
 * Reads the calls in an answer of a model that has no function calling: JSON objects that name a tool, each at the
 * beginning of a line, bare or in a fence. An object in the middle of a sentence is talk about a call and no call.
 */
import type { ToolCallText } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { repairJson } from "./repair-json.ts";

export interface TextCalls {
  /** The answer without its calls. */
  readonly text: string;
  readonly calls: readonly ToolCallText[];
  /** Calls that had to be mended, by their id: what was wrong. */
  readonly repaired: Readonly<Record<string, string>>;
}

/** More than any answer holds. */
const MOST_CALLS = 100;
const BEGINNING = /^[ \t]*\{\s*(?:$|"(?:tool|name|action|actions|params|arguments)")/;
const FENCE = /^[ \t]*```[ \t]*(?![ \t])([\w-]*)[ \t]*$/;
/** Fences whose content is a call; a program in another is shown, not called. */
const CALL_FENCES: ReadonlySet<string> = new Set(["", "json", "tool", "tool_call", "tool_code"]);

/** `turn` makes the ids of the calls its own. */
export function readTextCalls(answer: string, turn: number): TextCalls {
  const lines = answer.split("\n");
  const left: string[] = [];
  const calls: ToolCallText[] = [];
  const repaired: Record<string, string> = {};
  let fence: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined) {
      fence = fence === null ? mark.toLowerCase() : null;
      left.push(line);
      continue;
    }
    const mayCall = fence === null || CALL_FENCES.has(fence);
    if (!mayCall || !BEGINNING.test(line) || calls.length >= MOST_CALLS) {
      left.push(line);
      continue;
    }
    const end = objectEnd(lines, at, fence !== null);
    const found = callsOf(lines.slice(at, end).join("\n"));
    if (found === null) {
      left.push(line);
      continue;
    }
    for (const { name, text } of found.calls) {
      const id = `text_${turn + 1}_${calls.length + 1}`;
      calls.push({ id, name, arguments: text });
      if (found.what !== null) repaired[id] = found.what;
    }
    at = end - 1;
  }
  return { text: withoutEmptyFences(left.join("\n")), calls, repaired };
}

/** The words of an answer that was cut off: a call that it had begun is none, and behind a call stands nothing. */
export function wordsBeforeCalls(part: string): string {
  const lines = part.split("\n");
  let fence: { readonly mark: string; readonly at: number } | null = null;
  for (const [at, line] of lines.entries()) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined) fence = fence === null ? { mark: mark.toLowerCase(), at } : null;
    else if ((fence === null || CALL_FENCES.has(fence.mark)) && BEGINNING.test(line))
      return lines.slice(0, fence?.at ?? at).join("\n");
  }
  return part;
}

/** The line after an object that begins here: where its brackets are closed, at the end of its fence, or of the answer. */
function objectEnd(lines: readonly string[], from: number, isFenced: boolean): number {
  let depth = 0;
  let isInText = false;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] as string;
    if (isFenced && FENCE.test(line)) return at;
    for (let index = 0; index < line.length; index += 1) {
      const character = line[index];
      if (isInText && character === "\\") index += 1;
      else if (character === '"') isInText = !isInText;
      else if (!isInText && (character === "{" || character === "[")) depth += 1;
      else if (!isInText && (character === "}" || character === "]")) depth -= 1;
    }
    if (depth <= 0 && !isInText) return at + 1;
  }
  return lines.length;
}

interface FoundCalls {
  readonly calls: readonly { readonly name: string; readonly text: string }[];
  readonly what: string | null;
}

/** Null where it names no tool. What cannot be read but names one is handed on as it is: the road says what is wrong with it. */
function callsOf(text: string): FoundCalls | null {
  const mended = repairJson(text);
  const value = parse(mended?.text ?? text);
  if (value === undefined) {
    const [, name] = /"(?:tool|name)"\s*:\s*"([^"\n]{1,200})"/.exec(text) ?? [];
    return name === undefined ? null : { calls: [{ name, text }], what: null };
  }
  const actions = isRecord(value) && Array.isArray(value.actions) ? value.actions : [value];
  const calls = actions.flatMap(callOf);
  return calls.length === 0 ? null : { calls, what: mended?.what ?? null };
}

function callOf(value: unknown): FoundCalls["calls"] {
  if (!isRecord(value)) return [];
  const name = value.tool ?? value.name;
  if (typeof name !== "string" || name === "") return [];
  const params = value.params ?? value.arguments ?? value.parameters ?? {};
  // A tool with several actions takes which one as an argument like the others.
  const args =
    isRecord(params) && typeof value.action === "string" && value.action !== name
      ? { action: value.action, ...params }
      : params;
  return [{ name, text: JSON.stringify(args) }];
}

function withoutEmptyFences(text: string): string {
  return text.replace(/^[ \t]*```[\w-]*[ \t]*\n\s*```[ \t]*$/gm, "").trim();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
