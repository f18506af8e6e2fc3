/**
 * Turns a skill's `allowed-tools` into rules that allow. Names are those of Claude Code, in which skills are written, or our own.
 * A name without meaning here permits nothing. Tools that a session needs to go on at all stay open: they touch nothing.
 */
import type { Rule } from "@toolplane/contract";
import { prefixForm } from "../rules/import/clauses/prefix-form.ts";
import { importRules } from "../rules/import/import-rules.ts";

const ALWAYS: readonly string[] = ["skill", "question", "todo", "tool_search", "plan", "plan_exit"];

/** Tools that a name without brackets means as a whole, beside the rules that it becomes. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  Bash: ["bash", "background"],
  WebFetch: ["web_fetch"],
};

export async function narrowingRules(
  entries: readonly string[],
  options: { readonly home: string; readonly workspace: string | null },
): Promise<readonly Rule[]> {
  const rules = await Promise.all(entries.map((entry) => rulesOf(entry, options)));
  return [...ALWAYS.map(wholeTool), ...rules.flat()];
}

async function rulesOf(
  entry: string,
  options: { readonly home: string; readonly workspace: string | null },
): Promise<readonly Rule[]> {
  if (entry === "*") return [wholeTool("*")];
  const text = JSON.stringify({ permissions: { allow: [entry] } });
  const file = { file: "SKILL.md", text, isPersonal: false };
  const lines = await importRules("claude-code", [file], options);
  const imported = lines.flatMap(({ rules }) => rules.filter(({ action }) => action === "allow"));
  const whole = Object.hasOwn(WHOLE, entry) ? (WHOLE[entry] ?? []) : [];
  if (imported.length > 0) return [...imported, ...whole.map(wholeTool)];
  // A name of ours: `read`, `bash(git log *)`.
  const [, id, what] = /^([a-z][a-z0-9_-]*)(?:\((.+)\))?$/.exec(entry) ?? [];
  if (id === undefined) return [];
  return [{ permission: id, pattern: prefixForm(what ?? "*"), action: "allow" }];
}

function wholeTool(permission: string): Rule {
  return { permission, pattern: "*", action: "allow" };
}
