// Kinds of tokens, as the scanner numbers them; its own enumeration exists for compilers only.
const CLOSE_BRACE = 2;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE: ReadonlySet<number> = new Set([14, 15]);
const END = 17;

interface TokenScanner {
  scan(): number;
  getTokenOffset(): number;
  getTokenLength(): number;
}

/** Comments, and commas before a closing bracket, become spaces; line breaks stay. */
export function blankComments(text: string, scanner: TokenScanner): string {
  const spans: { readonly from: number; readonly to: number }[] = [];
  let comma: number | null = null;
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const from = scanner.getTokenOffset();
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT)
      spans.push({ from, to: from + scanner.getTokenLength() });
    else if (kind === COMMA) comma = from;
    else if (!SPACE.has(kind)) {
      if (comma !== null && (kind === CLOSE_BRACE || kind === CLOSE_BRACKET))
        spans.push({ from: comma, to: comma + 1 });
      comma = null;
    }
  }
  spans.sort((one, other) => one.from - other.from);
  let plain = "";
  let done = 0;
  for (const { from, to } of spans) {
    plain += text.slice(done, from) + text.slice(from, to).replace(/[^\n]/g, " ");
    done = to;
  }
  return plain + text.slice(done);
}
