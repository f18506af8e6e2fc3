/** Adds rules at the end of a rule file, with a comment above each; the text that is there already stays as it is. */
import { ConfigurationError, type Rule } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import { jsonText } from "../ground/json-text.ts";
import { isSameRule } from "./import/same-rule.ts";
import { readRuleFile } from "./read-rule-file.ts";
import { readRuleItems } from "./rule-items.ts";

/** Rules with what is said about them. */
export interface CommentedRule {
  readonly rule: Rule;
  readonly comment: string;
}

/** The text with them; null makes a new file. Rules that are there already are left out. */
export function appendRules(
  text: string | null,
  rules: readonly CommentedRule[],
  file: string,
): string {
  const before = text ?? '{\n  "rules": [\n  ]\n}\n';
  const known = readRuleFile(before, { file, scope: "project" }).rules;
  const fresh = rules.filter(({ rule }) => !known.some((other) => isSameRule(other, rule)));
  if (fresh.length === 0) return before;
  const { items, to, indent } = readRuleItems(before, file);
  const head = before.slice(0, to).trimEnd();
  const inner = `${indent}  `;
  const added = writeRules(fresh, inner);
  const end = before.slice(to);
  const after = `${withComma(head, items.length > 0)}\n${items.length > 0 ? "\n" : ""}${added}\n${indent}${end}`;
  // The rules that are read back must be those that were there, and the new ones after them.
  const whole = readRuleFile(after, { file, scope: "project" }).rules;
  if (whole.length !== known.length + fresh.length)
    throw new ConfigurationError(file, "rules cannot be added to it; it stays as it is");
  return after;
}

/** Rules as lines of a file, each below its comment. */
function writeRules(rules: readonly CommentedRule[], indent: string): string {
  return rules
    .flatMap(({ rule, comment }, at) => {
      // Two rules of one source may be parted later: both name it, the first one says why.
      const isFirst = comment !== rules[at - 1]?.comment;
      const said = comment === "" ? [] : comment.split("\n");
      const lines = (isFirst ? said : said.slice(0, 1)).map((line) => `${indent}// ${plain(line)}`);
      const parts = Object.entries(rule).map(
        ([name, value]) => `${jsonText(name)}: ${jsonText(value)}`,
      );
      return [...lines, `${indent}{ ${parts.join(", ")} }${at < rules.length - 1 ? "," : ""}`];
    })
    .join("\n");
}

/** A comment ends with its line and reads as it is written, whatever the source wrote. */
function plain(text: string): string {
  return escapeHidden(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").trimEnd());
}

/** After the last rule, before comments that may follow it. */
function withComma(head: string, hasRules: boolean): string {
  if (!hasRules) return head;
  const at = lastBrace(head);
  return head
    .slice(at + 1)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .includes(",")
    ? head
    : `${head.slice(0, at + 1)},${head.slice(at + 1)}`;
}

function lastBrace(head: string): number {
  const blank = head.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    " ".repeat(found.length),
  );
  return blank.lastIndexOf("}");
}
