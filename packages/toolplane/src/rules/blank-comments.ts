/** Comments, and commas before a closing bracket, become blanks of the same length: every line and column stays where it was. */
import { createScanner, type SyntaxKind } from "jsonc-parser";

// The scanner's own enumeration exists for compilers only.
const CLOSING: ReadonlySet<number> = new Set([2, 4]);
const COMMA = 5;
const COMMENTS: ReadonlySet<number> = new Set([12, 13]);
const BLANKS: ReadonlySet<number> = new Set([14, 15]);
const END = 17;

/** The text as plain JSON. */
export function blankComments(text: string): string {
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
