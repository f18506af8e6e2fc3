/**
 * A rule file: JSON with comments and trailing commas. Comments become blanks, so that every rule keeps its line; what is left
 * is read by the kernel's strict reader, because two readers of one file must never see two rules.
 */
import type { PolicyLayer, RuleScope } from "@toolplane/contract";
import { readRules } from "@toolplane/kernel";
import { createScanner, type SyntaxKind } from "jsonc-parser";

/** Scope of the rules, and the file they are in. */
export interface RuleFilePlace {
  readonly file: string;
  readonly scope: Exclude<RuleScope, "default">;
}

// The scanner's own enumeration exists for compilers only.
const CLOSING: ReadonlySet<number> = new Set([2, 4]);
const COMMA = 5;
const COMMENTS: ReadonlySet<number> = new Set([12, 13]);
const BLANKS: ReadonlySet<number> = new Set([14, 15]);
const END = 17;

/** Reads a text into a layer. Throws a ConfigurationError that names the file. */
export function readRuleFile(text: string, place: RuleFilePlace): PolicyLayer {
  return readRules(blankComments(text), place);
}

/** Comments, and commas before a closing bracket, become blanks of the same length: every line and column stays where it was. */
function blankComments(text: string): string {
  const body = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
  const scanner = createScanner(body, false);
  const spans: { readonly from: number; readonly to: number }[] = [];
  let comma: number | null = null;
  for (let kind: SyntaxKind | number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const from = scanner.getTokenOffset();
    if (COMMENTS.has(kind)) spans.push({ from, to: from + scanner.getTokenLength() });
    else if (kind === COMMA) comma = from;
    else if (!BLANKS.has(kind)) {
      if (comma !== null && CLOSING.has(kind)) spans.push({ from: comma, to: comma + 1 });
      comma = null;
    }
  }
  return spans
    .sort((left, right) => right.from - left.from)
    .reduce(
      (plain, { from, to }) =>
        plain.slice(0, from) + plain.slice(from, to).replace(/[^\n]/g, " ") + plain.slice(to),
      body,
    );
}
