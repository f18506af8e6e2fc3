/**
 * Cuts the texts about answers out of a long description. Most of its text is that (schemas and examples of responses),
 * and no tool is made of it. Cutting it out before the parse takes half of what parsing it would: the value of every
 * media type of a response, of which only the name is read, and the examples that are kept for sharing. A reference
 * into a part that was cut makes the whole text be parsed.
 *
 * This is no parser. It finds ends of values by brackets and quotes alone, goes down the few levels that the
 * specification names, from the root, and gives up at anything it did not expect. The parse checks what is left; what
 * is cut is not checked.
 */

/** Shorter ones cost little, and are checked to the last sign. */
const MIN_CHARACTERS = 100_000;

/** The text with `null` in the place of each part; null when there is nothing to cut, or the text is not as expected. */
export function withoutAnswers(text: string): string | null {
  if (text.length < MIN_CHARACTERS) return null;
  const pieces: string[] = [];
  let from = 0;
  const cut: Visit = (_, at) => {
    const end = endOfValue(text, at);
    if (end === NONE || !isHolder(text.charCodeAt(at))) return end;
    pieces.push(text.slice(from, at), "null");
    from = end;
    return end;
  };
  const answers = each(text, within(text, { content: each(text, cut) }));
  const description = within(text, {
    paths: each(text, each(text, within(text, { responses: answers }))),
    components: within(text, { examples: each(text, cut) }),
  });
  const end = description("", afterBlanks(text, 0));
  if (end === NONE || pieces.length === 0) return null;
  pieces.push(text.slice(from));
  return pieces.join("");
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

/** Looks at the value of a member; says where it ends, or `NONE`. */
type Visit = (name: string, at: number) => number;

/** Visits the named members of an object, and passes over the others. */
function within(text: string, visits: Readonly<Record<string, Visit>>): Visit {
  return each(text, (name, at) => {
    const visit = Object.hasOwn(visits, name) ? visits[name] : undefined;
    return visit === undefined ? endOfValue(text, at) : visit(name, at);
  });
}

/** Visits every member of an object; a value that is none is passed over. */
function each(text: string, visit: Visit): Visit {
  return (_, start) => {
    if (text.charCodeAt(start) !== OPEN_BRACE) return endOfValue(text, start);
    let at = afterBlanks(text, start + 1);
    if (text.charCodeAt(at) === CLOSE_BRACE) return at + 1;
    for (;;) {
      const nameEnd = text.charCodeAt(at) === QUOTE ? endOfString(text, at) : NONE;
      if (nameEnd === NONE) return NONE;
      const name = text.slice(at + 1, nameEnd - 1);
      at = afterBlanks(text, nameEnd);
      if (text.charCodeAt(at) !== COLON) return NONE;
      at = visit(name, afterBlanks(text, at + 1));
      if (at === NONE) return NONE;
      at = afterBlanks(text, at);
      const sign = text.charCodeAt(at);
      if (sign === CLOSE_BRACE) return at + 1;
      if (sign !== COMMA) return NONE;
      at = afterBlanks(text, at + 1);
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

function isHolder(sign: number): boolean {
  return sign === OPEN_BRACE || sign === OPEN_BRACKET;
}

function isBlank(sign: number): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (isHolder(first)) return endOfHolder(text, start);
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA || sign === CLOSE_BRACE || isBlank(sign)) return at > start ? at : NONE;
  }
  return NONE;
}

/** Behind the bracket that closes it. */
function endOfHolder(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (end === NONE) return NONE;
        at = end - 1;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        open += 1;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open -= 1;
        if (open === 0) return at + 1;
        break;
      default:
    }
  }
  return NONE;
}

/** Behind the quote that closes it: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slash = at - 1;
    while (text.charCodeAt(slash) === BACKSLASH) slash -= 1;
    if ((at - slash) % 2 === 1) return at + 1;
  }
  return NONE;
}
