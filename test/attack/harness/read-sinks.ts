/** Turns results, events, questions and files into texts that can be searched. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolplaneEvent, ToolResult } from "@toolplane/contract";
import type { AskedQuestion } from "./case-broker.ts";

/** A file above this is read at both ends. */
const WHOLE_BYTES = 16_777_216;

/** Every text of a value, as it is and as JSON: a part may only show once quotes are taken off, or only once they are put on. */
export function textsOf(value: unknown): readonly string[] {
  return [...leavesOf(value), jsonOf(value)];
}

/** Every text of a value, names included. Walks without recursion, because some values are deep on purpose. */
export function leavesOf(value: unknown): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") texts.push(next);
    else if (typeof next === "object" && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        if (!Array.isArray(next)) texts.push(key);
        open.push(member);
      }
    }
  }
  return texts;
}

/** JSON, or nothing for a value that is too deep for it. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** Texts of an envelope; the time it took is no text. */
export function envelopeTexts(results: readonly (ToolResult | null)[]): readonly string[] {
  return results.flatMap((result) => (result === null ? [] : textsOf(result)));
}

/** What a host would log: every event but the questions, which are a sink of their own. */
export function logTexts(events: readonly ToolplaneEvent[]): readonly string[] {
  return events.filter(({ type }) => type !== "approval-request").flatMap(textsOf);
}

export function shownTexts(asked: readonly AskedQuestion[]): readonly string[] {
  return asked.flatMap(({ question }) => [
    question.title,
    question.tool,
    question.origin,
    ...question.lines,
    question.lines.join("\n"),
    ...question.reasons.map(({ reason }) => reason),
    ...textsOf(question.questions ?? []),
  ]);
}

/** Everything a question carries. */
export function carriedTexts(asked: readonly AskedQuestion[]): readonly string[] {
  return asked.flatMap(({ question }) => textsOf(question));
}

/** A file that was left in a private directory. */
export interface LeftFile {
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

/** Files under the directories, with their text. */
export function readFiles(roots: readonly string[]): readonly LeftFile[] {
  return roots.flatMap((root) => look(root));
}

function look(path: string): readonly LeftFile[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isDirectory()) return readdirSync(path).flatMap((name) => look(join(path, name)));
  if (!stat.isFile()) return [];
  const text = stat.size > WHOLE_BYTES ? "" : readFileSync(path, "utf8");
  return [{ path, mode: stat.mode & 0o7777, text }];
}
