/**
 * Rules that a person gave on a card, in their own file for the project: how they are written down, listed and taken out again.
 * They are rules like any other. What a person adds to the file by hand stays as it is, and can be taken out the same way.
 */
import { createHash } from "node:crypto";
import { ConfigurationError, type KeptRules } from "@toolplane/contract";
import type { StandingRule } from "@toolplane/contract/console";
import { escapeHidden } from "@toolplane/readings";
import { appendRules } from "./append-rules.ts";
import { readRuleFile } from "./read-rule-file.ts";
import { type RuleItem, readRuleItems } from "./rule-items.ts";

/** A file of this person's, and the project that it is for. */
export interface KeptRulesFile {
  readonly file: string;
  readonly workspace: string;
}

/** The text with the rules at its end; those that are there already stay once. */
export function addKeptRules(
  text: string | null,
  { rules, words, callId, atMs }: KeptRules,
  { file, workspace }: KeptRulesFile,
): string {
  const when = new Date(atMs).toISOString().slice(0, 16).replace("T", " ");
  const comment = `${when} UTC, call ${callId}: you allowed ${words}, in this project.`;
  const before = text ?? emptyFile(workspace);
  return appendRules(
    before,
    rules.map((rule) => ({ rule, comment })),
    file,
  );
}

function emptyFile(workspace: string): string {
  return `// Your own rules for ${escapeHidden(workspace)}.\n// Each holds in this project only, until you take it out.\n{\n  "rules": [\n  ]\n}\n`;
}

export function listKeptRules(text: string, file: string): readonly StandingRule[] {
  readRuleFile(text, { file, scope: "manifest" });
  return readRuleItems(text, file).items.map((item) => ({
    id: idOf(item),
    rule: item.rule,
    given: item.above.map((line) => line.replace(/^\/\/\s*/, "")).join(" "),
  }));
}

/** The text without the rules of these ids. Comments above them go too. */
export function removeKeptRules(text: string, ids: ReadonlySet<string>, file: string): string {
  const { items, below, from, to, indent } = readRuleItems(text, file);
  const left = items.filter((item) => !ids.has(idOf(item)));
  const inner = `\n${indent}  `;
  const lines = left.flatMap(({ above, text: rule, beside }) => [
    ...above,
    `${rule},${beside === null ? "" : ` ${beside}`}`,
  ]);
  const body = [...lines, ...below].map((line) => inner + line).join("");
  const after = `${text.slice(0, from)}${body}\n${indent}${text.slice(to)}`;
  if (readRuleFile(after, { file, scope: "manifest" }).rules.length !== left.length)
    throw new ConfigurationError(file, "rules cannot be taken out of it; it stays as it is");
  return after;
}

/** The same rule has the same id. */
function idOf({ rule }: Pick<RuleItem, "rule">): string {
  return `rule_${createHash("sha256").update(JSON.stringify(rule)).digest("hex").slice(0, 8)}`;
}
