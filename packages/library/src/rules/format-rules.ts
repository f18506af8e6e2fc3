/**
 * The one way to write a rule file: a rule on a line, names in one order, and the rules of a block in the order of what they are
 * about. Blank lines keep blocks apart, and comments stay: at the head of a block with the block, elsewhere with the rule below.
 */
import { ConfigurationError, type Rule } from "@toolplane/contract";
import { CAPABILITIES } from "@toolplane/kernel";
import { jsonText } from "../ground/json-text.ts";
import { readRuleFile } from "./read-rule-file.ts";
import { type RuleItem, readRuleItems } from "./rule-items.ts";

const KEYS = [
  ...(["label", "permission", "pattern", "action"] as const),
  ...(["after", "unless", "match", "no_match"] as const),
];
/** A tool that runs commands comes beside them. */
const PERMISSIONS = CAPABILITIES.flatMap((name) =>
  name === "shell.run" ? [name, "bash"] : [name],
);
const ACTIONS = ["deny", "ask", "allow"];
const WIDTH = 100;

/** Formats a text. Throws a ConfigurationError for one that is no rule file. */
export function formatRules(text: string, file: string): string {
  readRuleFile(text, { file, scope: "project" });
  const { items, below, from, to, indent } = readRuleItems(text, file);
  const inner = `${indent}  `;
  const lines = blocksOf(items).flatMap((block, at): readonly (Line | "")[] => [
    ...(at > 0 ? ["" as const] : []),
    ...writeBlock(block, inner),
  ]);
  const tail = below.map((line) => `${inner}${line}`);
  const content = separate(lines).concat(tail);
  const body = content.length === 0 ? "" : `\n${content.join("\n")}\n${indent}`;
  const formatted = `${text.slice(0, from)}${body}${text.slice(to)}`;
  const whole = formatted.endsWith("\n") ? formatted : `${formatted}\n`;
  checkSame(text, whole, file);
  return whole;
}

function blocksOf(items: readonly RuleItem[]): readonly (readonly RuleItem[])[] {
  const blocks: RuleItem[][] = [];
  for (const item of items) {
    const last = blocks.at(-1);
    if (last === undefined || item.opensBlock) blocks.push([item]);
    else last.push(item);
  }
  return blocks;
}

interface Line {
  readonly text: string;
  /** Rules are parted by commas, comments are not. */
  readonly isRule: boolean;
  readonly beside: string | null;
}

function writeBlock(block: readonly RuleItem[], indent: string): readonly (Line | "")[] {
  const [first] = block;
  const head = first?.above ?? [];
  const sorted = block
    .map((item) => (item === first ? { ...item, above: [] } : item))
    .sort((left, right) => compare(left.rule, right.rule));
  return [
    ...head.map((text) => comment(text, indent)),
    ...sorted.flatMap((item) => [
      ...item.above.map((text) => comment(text, indent)),
      writeItem(item, indent),
    ]),
  ];
}

function comment(text: string, indent: string): Line {
  return { text: `${indent}${text}`, isRule: false, beside: null };
}

function writeItem({ rule, text, beside }: RuleItem, indent: string): Line {
  // Comments inside a rule have no other place to be.
  if (/\/\/|\/\*/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, "")))
    return { text: `${indent}${text}`, isRule: true, beside };
  const parts = KEYS.flatMap((key) =>
    rule[key] === undefined ? [] : [`${JSON.stringify(key)}: ${writeValue(rule[key])}`],
  );
  const line = `${indent}{ ${parts.join(", ")} }`;
  const isLong = line.length > WIDTH;
  return {
    text: isLong
      ? `${indent}{\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}}`
      : line,
    isRule: true,
    beside,
  };
}

/** Hidden characters are spelled out: a rule must be what it looks like. */
function writeValue(value: string | readonly string[]): string {
  return typeof value === "string"
    ? jsonText(value)
    : `[${value.map((text) => jsonText(text)).join(", ")}]`;
}

function separate(lines: readonly (Line | "")[]): string[] {
  const last = lines.findLastIndex((line) => line !== "" && line.isRule);
  return lines.map((line, at) => {
    if (line === "") return "";
    const comma = line.isRule && at < last ? "," : "";
    return `${line.text}${comma}${line.beside === null ? "" : ` ${line.beside}`}`;
  });
}

function compare(left: Rule, right: Rule): number {
  const place = (list: readonly string[], name: string): number =>
    list.includes(name) ? list.indexOf(name) : list.length;
  return (
    place(PERMISSIONS, left.permission) - place(PERMISSIONS, right.permission) ||
    byText(left.permission, right.permission) ||
    place(ACTIONS, left.action) - place(ACTIONS, right.action) ||
    byText(left.pattern, right.pattern)
  );
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Order decides nothing, so the same rules are the same policy. Anything else would be a defect: the file stays as it is. */
function checkSame(before: string, after: string, file: string): void {
  const rules = (text: string): string =>
    readRuleFile(text, { file, scope: "project" })
      .rules.map((rule) => JSON.stringify(KEYS.map((key) => rule[key] ?? null)))
      .sort()
      .join("\n");
  if (rules(before) !== rules(after))
    throw new ConfigurationError(file, "cannot be laid out without changing it");
}
