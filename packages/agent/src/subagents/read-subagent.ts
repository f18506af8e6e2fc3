/**
 * Reads one file of `.toolplane/agents`: front matter that says what a kind of subagent is for and how it is narrowed,
 * and its instructions. A narrowing that cannot be read leaves the whole file out: a restriction that was not
 * understood would be none.
 */

import type { Rule } from "@toolplane/contract";
import { stripHidden, stripToLine } from "@toolplane/readings";
import { type FrontMatter, readFrontMatter } from "../skills/read-front-matter.ts";
import { splitFrontMatter } from "../skills/split-front-matter.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import type { SubagentType } from "./subagent-type.ts";

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
const MAX_ENTRIES = 200;
/** `write`, `bash(git push *)`, `fs.read(**\/.env)`. */
const DENY = /^([a-z][a-z0-9_.:-]*)(?:\((.+)\))?$/i;
const KNOWN: ReadonlySet<string> = new Set(["name", "description", "tools", "model", "deny"]);

export type SubagentReading =
  | { readonly ok: true; readonly type: Omit<SubagentType, "origin" | "place"> }
  | { readonly ok: false; readonly reason: string };

/** Reads it. `name` is the file's, without its ending. */
export function readSubagent(
  bytes: Uint8Array,
  { name }: { readonly name: string },
): SubagentReading {
  const text = decodeUtf8(bytes);
  if (text === null) return no("it is not a text in UTF-8");
  if (!NAME.test(name) || name.length > MAX_NAME)
    return no("its name is not of small letters, digits and single hyphens");
  const split = splitFrontMatter(stripHidden(text).text);
  if (split.kind === "broken") return no(split.reason);
  if (split.kind === "none") return no("it has no front matter with a description");
  const front = readFrontMatter(split.front);
  if (!front.ok) return no(front.reason);
  const unknown = Object.keys(front.value).find((key) => !KNOWN.has(key));
  if (unknown !== undefined)
    return no(
      `its front matter says "${stripToLine(unknown).slice(0, 40)}", which means nothing here`,
    );
  return typeOf(front.value, { name, body: split.body.trim() });
}

function typeOf(
  front: FrontMatter,
  { name, body }: { readonly name: string; readonly body: string },
): SubagentReading {
  if (front.name !== undefined && front.name !== name) return no("its name is not its file's");
  const description = typeof front.description === "string" ? stripToLine(front.description) : "";
  if (description === "") return no("it has no description, so nobody would know when to use it");
  if (body === "") return no("it says nothing beyond its description");
  const tools = entriesOf(front.tools);
  const deny = entriesOf(front.deny);
  if (tools === undefined) return no("its tools cannot be read");
  const rules = deny === undefined ? null : rulesOf(deny ?? []);
  if (rules === null) return no("what it denies cannot be read");
  const { model = null } = front;
  if (model !== null && (typeof model !== "string" || stripToLine(model) === ""))
    return no("its model cannot be read");
  return {
    ok: true,
    type: {
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

function no(reason: string): SubagentReading {
  return { ok: false, reason };
}
