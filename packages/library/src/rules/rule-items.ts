/** The rules of a file as pieces of its text: each with the comments that belong to it, in blocks that blank lines keep apart. */
import { ConfigurationError, type Rule } from "@toolplane/contract";
import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";

export interface RuleItem {
  readonly rule: Rule;
  /** Its text as it is written. */
  readonly text: string;
  /** Comment lines right above it. */
  readonly above: readonly string[];
  /** A comment on its last line. */
  readonly beside: string | null;
  /** True when a blank line comes before it. */
  readonly opensBlock: boolean;
}

export interface RuleItems {
  readonly items: readonly RuleItem[];
  /** Comment lines after the last rule. */
  readonly below: readonly string[];
  /** Between these two offsets lies the content of the list. */
  readonly from: number;
  readonly to: number;
  /** Indent of the line with the list's bracket. */
  readonly indent: string;
}

/** Takes a text apart that the strict reader has taken. */
export function readRuleItems(text: string, file: string): RuleItems {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const list = root?.type === "array" ? root : root && findNodeAtLocation(root, ["rules"]);
  if (list?.type !== "array") throw new ConfigurationError(file, "rules must be a list");
  const from = list.offset + 1;
  const to = list.offset + list.length - 1;
  const items: RuleItem[] = [];
  let at = from;
  for (const node of list.children ?? []) {
    const gap = readGap(text.slice(at, node.offset), items.length > 0);
    if (gap.beside !== null) giveLast(items, gap.beside);
    items.push({
      rule: readRule(node),
      text: text.slice(node.offset, node.offset + node.length),
      above: gap.lines,
      beside: null,
      opensBlock: gap.isOpen,
    });
    at = node.offset + node.length;
  }
  const rest = readGap(text.slice(at, to), items.length > 0);
  if (rest.beside !== null) giveLast(items, rest.beside);
  const line = text.slice(0, list.offset).split("\n").at(-1) ?? "";
  return { items, below: rest.lines, from, to, indent: /^\s*/.exec(line)?.[0] ?? "" };
}

function giveLast(items: RuleItem[], beside: string): void {
  const last = items.pop();
  if (last) items.push({ ...last, beside });
}

/** Reads the text between two rules: a comment beside the first, and comments above the second. */
function readGap(
  gap: string,
  isAfter: boolean,
): { readonly beside: string | null; readonly lines: readonly string[]; readonly isOpen: boolean } {
  const comments = [...gap.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)];
  const firstBreak = gap.indexOf("\n");
  const beside = comments.find(({ index }) => isAfter && (firstBreak < 0 || index < firstBreak));
  const lines = comments
    .filter((comment) => comment !== beside)
    .flatMap(([text]) => text.split("\n").map((line) => line.trim()));
  const blank = gap.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "c").replace(/,/g, "");
  return { beside: beside?.[0].trim() ?? null, lines, isOpen: /\n[ \t\r]*\n/.test(blank) };
}

function readRule(node: Node): Rule {
  const pairs = (node.children ?? []).flatMap(
    ({ children: [name, value] = [] }): [string, unknown][] =>
      name && value
        ? [
            [
              String(name.value),
              value.type === "array"
                ? (value.children ?? []).map(({ value: one }) => one)
                : value.value,
            ],
          ]
        : [],
  );
  return Object.fromEntries(pairs) as unknown as Rule;
}
