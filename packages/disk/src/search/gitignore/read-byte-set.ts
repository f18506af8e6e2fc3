/** A set of bytes in brackets, as git reads it: ranges, escapes, a first `]` that means itself, and the named classes. */

/** A set and where the pattern goes on. */
export interface ByteSet {
  readonly has: (code: number) => boolean;
  readonly end: number;
}

type Test = (code: number) => boolean;

const between =
  (low: number, high: number): Test =>
  (code) =>
    code >= low && code <= high;
const isUpper = between(0x41, 0x5a);
const isLower = between(0x61, 0x7a);
const isDigit = between(0x30, 0x39);
const isGraph = between(0x21, 0x7e);
const isAlpha: Test = (code) => isUpper(code) || isLower(code);
const isAlnum: Test = (code) => isAlpha(code) || isDigit(code);

const NAMED: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["alnum", isAlnum],
  ["alpha", isAlpha],
  ["blank", (code) => code === 0x20 || code === 0x09],
  ["cntrl", (code) => code < 0x20 || code === 0x7f],
  ["digit", isDigit],
  ["graph", isGraph],
  ["lower", isLower],
  ["print", between(0x20, 0x7e)],
  ["punct", (code) => isGraph(code) && !isAlnum(code)],
  ["space", (code) => code === 0x20 || (code >= 0x09 && code <= 0x0d)],
  ["upper", isUpper],
  ["xdigit", (code) => isDigit(code) || between(0x41, 0x46)(code) || between(0x61, 0x66)(code)],
]);

/** Reads the set that opens at `start`; null when it is not closed or names no known class. */
export function readByteSet(pattern: string, start: number): ByteSet | null {
  const negated = /^\[[!^]/.test(pattern.slice(start, start + 2));
  const first = start + (negated ? 2 : 1);
  const tests: Test[] = [];
  let previous = 0;
  for (let at = first; at < pattern.length; ) {
    if (pattern.charAt(at) === "]" && at > first)
      return { has: (code) => tests.some((test) => test(code)) !== negated, end: at + 1 };
    const member = readMember(pattern, at, previous);
    if (member === null) return null;
    tests.push(member.test);
    previous = member.previous;
    at = member.end;
  }
  return null;
}

interface Member {
  readonly test: Test;
  readonly end: number;
  /** The byte that a range could begin with; 0 when none can. */
  readonly previous: number;
}

function readMember(pattern: string, at: number, previous: number): Member | null {
  const next = pattern.charAt(at + 1);
  if (pattern.charAt(at) === "-" && previous !== 0 && next !== "" && next !== "]") {
    const high = readByte(pattern, at + 1);
    return high && { test: between(previous, high.code), end: high.end, previous: 0 };
  }
  if (pattern.charAt(at) === "[" && next === ":") {
    const close = pattern.indexOf("]", at + 2);
    if (close < 0) return null;
    if (close > at + 2 && pattern.charAt(close - 1) === ":") {
      const test = NAMED.get(pattern.slice(at + 2, close - 1));
      return test === undefined ? null : { test, end: close + 1, previous: 0 };
    }
  }
  const byte = readByte(pattern, at);
  if (byte === null) return null;
  const { code, end } = byte;
  return { test: (other) => other === code, end, previous: code };
}

function readByte(
  pattern: string,
  at: number,
): { readonly code: number; readonly end: number } | null {
  const escaped = pattern.charAt(at) === "\\";
  const code = pattern.charCodeAt(at + (escaped ? 1 : 0));
  return Number.isNaN(code) ? null : { code, end: at + (escaped ? 2 : 1) };
}
