/**
 * A long description without what it says of answers. Most of its text is that (schemas and examples of responses), and no tool is
 * made of it. So it is cut out before the parse, which takes a fraction of what parsing it would: the value of
 * every media type of a response, of which only the name is read, and the examples that are kept for sharing. Whoever refers
 * into a part that was cut gets the whole text parsed.
 *
 * This is no parser. It finds ends of values by brackets and quotes alone, goes down the few levels that the specification
 * names, from the root, and gives up at anything it did not expect. What is left is checked by the parse; what is cut is not.
 *
 * It reads bytes and not the text: asking a text for one character after the other takes several times as long. In UTF-8 no
 * byte of another character looks like a bracket, a quote or a backslash.
 */

/** Shorter ones cost little, and are checked to the last sign. */
const MIN_CHARACTERS = 100_000;

/** The text with `null` in the place of each part; null when there is nothing to cut, or the text is not as expected. */
export function withoutAnswers(text: string): string | null {
  // Half of a surrogate pair has no bytes that would read back as itself.
  if (text.length < MIN_CHARACTERS || !text.isWellFormed()) return null;
  const bytes = Buffer.from(text);
  /** Where each part begins and ends, one behind the other. */
  const cuts: number[] = [];
  const cut: Visit = (at) => {
    const end = endOfValue(bytes, at);
    if (end !== NONE && isHolder(bytes[at])) cuts.push(at, end);
    return end;
  };
  const answers = each(bytes, within(bytes, { content: each(bytes, cut) }));
  const description = within(bytes, {
    paths: each(bytes, each(bytes, within(bytes, { responses: answers }))),
    components: within(bytes, { examples: each(bytes, cut) }),
  });
  if (description(afterBlanks(bytes, 0)) === NONE || cuts.length === 0) return null;
  return textWithout(bytes, cuts);
}

function textWithout(bytes: Buffer, cuts: readonly number[]): string {
  let size = bytes.length;
  for (let index = 0; index < cuts.length; index += 2)
    size += NULL.length - ((cuts[index + 1] as number) - (cuts[index] as number));
  const left = Buffer.allocUnsafe(size);
  let to = 0;
  let from = 0;
  for (let index = 0; index < cuts.length; index += 2) {
    to += bytes.copy(left, to, from, cuts[index]);
    to += NULL.copy(left, to);
    from = cuts[index + 1] as number;
  }
  bytes.copy(left, to, from);
  return left.toString();
}

/** True for a place that may lie in what is cut. `steps` are the names that lead to it from the root. */
export function isOfAnswers(steps: readonly string[]): boolean {
  const [first, second, , fourth] = steps;
  return (
    (first === "paths" && fourth === "responses") ||
    (first === "components" && second === "examples")
  );
}

const NONE = -1;
const NULL = Buffer.from("null");

/** Looks at the value that begins here; says where it ends, or `NONE`. */
type Visit = (at: number) => number;

/** Visits the named members of an object, and passes over the others. */
function within(bytes: Buffer, visits: Readonly<Record<string, Visit>>): Visit {
  const named = Object.entries(visits).map(([name, visit]) => ({ name: Buffer.from(name), visit }));
  return eachNamed(bytes, (at, { start, end }) => {
    for (const { name, visit } of named)
      if (end - start === name.length && bytes.compare(name, 0, name.length, start, end) === 0)
        return visit(at);
    return endOfValue(bytes, at);
  });
}

/** Visits every member of an object; a value that is none is passed over. */
function each(bytes: Buffer, visit: Visit): Visit {
  return eachNamed(bytes, visit);
}

function eachNamed(
  bytes: Buffer,
  visit: (at: number, name: { readonly start: number; readonly end: number }) => number,
): Visit {
  return (start) => {
    if (bytes[start] !== OPEN_BRACE) return endOfValue(bytes, start);
    let at = afterBlanks(bytes, start + 1);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      const nameEnd = bytes[at] === QUOTE ? endOfString(bytes, at) : NONE;
      if (nameEnd === NONE) return NONE;
      const name = { start: at + 1, end: nameEnd - 1 };
      at = afterBlanks(bytes, nameEnd);
      if (bytes[at] !== COLON) return NONE;
      at = visit(afterBlanks(bytes, at + 1), name);
      if (at === NONE) return NONE;
      at = afterBlanks(bytes, at);
      const sign = bytes[at];
      if (sign === CLOSE_BRACE) return at + 1;
      if (sign !== COMMA) return NONE;
      at = afterBlanks(bytes, at + 1);
    }
  };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function isHolder(sign: number | undefined): boolean {
  return sign === OPEN_BRACE || sign === OPEN_BRACKET;
}

function isBlank(sign: number | undefined): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;
}

function afterBlanks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && isBlank(bytes[at])) at += 1;
  return at;
}

function endOfValue(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === QUOTE) return endOfString(bytes, start);
  if (isHolder(first)) return endOfHolder(bytes, start);
  for (let at = start; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === COMMA || sign === CLOSE_BRACE || isBlank(sign)) return at > start ? at : NONE;
  }
  return NONE;
}

/** Behind the bracket that closes it. */
function endOfHolder(bytes: Buffer, start: number): number {
  let open = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === QUOTE) {
      const end = endOfString(bytes, at);
      if (end === NONE) return NONE;
      at = end - 1;
    } else if (sign === OPEN_BRACE || sign === OPEN_BRACKET) open += 1;
    else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) {
      open -= 1;
      if (open === 0) return at + 1;
    }
  }
  return NONE;
}

/** Behind the quote that closes it: one that no backslash stands before, of which the second of two is no more one. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === QUOTE) return at + 1;
    if (sign === BACKSLASH) at += 1;
  }
  return NONE;
}
