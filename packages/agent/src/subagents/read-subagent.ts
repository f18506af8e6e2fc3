/**
 * Reads one file of `.toolplane/agents`: front matter that says what a kind of subagent is for and how it is narrowed,
 * and its instructions.
 */

import type { Rule } from "@toolplane/contract";
import { stripToLine } from "@toolplane/readings";
import { leftOut, readDefinition } from "../front-matter/read-definition.ts";
import type { FrontMatter } from "../front-matter/read-front-matter.ts";
import type { SubagentType } from "./subagent-type.ts";

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_DESCRIPTION = 1_024;
const MAX_ENTRIES = 200;
/** `write`, `bash(git push *)`, `fs.read(**\/.env)`. */
const DENY = /^([a-z][a-z0-9_.:-]*)(?:\((.+)\))?$/i;
const KNOWN: ReadonlySet<string> = new Set([
  ...["name", "description", "tools", "model", "deny", "view"],
]);

export type SubagentReading =
  | { readonly ok: true; readonly type: Omit<SubagentType, "origin" | "place"> }
  | { readonly ok: false; readonly reason: string };

/** Reads it. `name` is the file's, without its ending. */
export function readSubagent(
  bytes: Uint8Array,
  { name }: { readonly name: string },
): SubagentReading {
  const read = readDefinition(bytes, { name, isName: NAME, known: KNOWN });
  if (!read.ok) return read;
  const { front, body } = read;
  if (front === null) return leftOut("it has no front matter with a description");
  return typeOf(front, { name, body });
}

function typeOf(
  front: FrontMatter,
  { name, body }: { readonly name: string; readonly body: string },
): SubagentReading {
  const description = typeof front.description === "string" ? stripToLine(front.description) : "";
  if (description === "")
    return leftOut("it has no description, so nobody would know when to use it");
  if (body === "") return leftOut("it says nothing beyond its description");
  const tools = entriesOf(front.tools);
  const deny = entriesOf(front.deny);
  if (tools === undefined) return leftOut("its tools cannot be read");
  const rules = deny === undefined ? null : rulesOf(deny ?? []);
  if (rules === null) return leftOut("what it denies cannot be read");
  const { model = null } = front;
  if (model !== null && (typeof model !== "string" || stripToLine(model) === ""))
    return leftOut("its model cannot be read");
  const { view } = front;
  if (view !== undefined && view !== "own" && view !== "project")
    return leftOut('its view is neither "own" nor "project"');
  return {
    ok: true,
    type: {
      ...(view === undefined ? {} : { view }),
      name,
      description: description.slice(0, MAX_DESCRIPTION),
      instructions: body,
      tools,
      model: model === null ? null : stripToLine(model),
      deny: rules,
    },
  };
}

/** Null where it says nothing, undefined where it cannot be read. */
function entriesOf(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return null;
  const list = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) return undefined;
  if (!list.every((entry) => typeof entry === "string")) return undefined;
  return list.map((entry) => stripToLine(entry)).filter((entry) => entry !== "");
}

function rulesOf(entries: readonly string[]): readonly Rule[] | null {
  const rules: Rule[] = [];
  for (const entry of entries) {
    const [, permission, pattern = "*"] = DENY.exec(entry) ?? [];
    if (permission === undefined) return null;
    rules.push({ permission, pattern, action: "deny" });
  }
  return rules;
}
