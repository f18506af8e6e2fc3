import { type Cursor, refusePattern } from "./pattern-cursor.ts";
import { readCharacterEscape, readSetEscape } from "./translate-escape.ts";

const EVERYTHING = "\\x{0}-\\x{10ffff}";

/** A class, from its `[` to behind its `]`, as RE2. */
export function translateClass(cursor: Cursor): string {
  cursor.at += 1;
  const isNegated = cursor.source[cursor.at] === "^";
  cursor.at += isNegated ? 1 : 0;
  let inside = "";
  while (cursor.source[cursor.at] !== "]") {
    if (cursor.at >= cursor.source.length) {
      refusePattern("has a [ without its ]");
    }
    inside += translateItem(cursor);
  }
  cursor.at += 1;
  if (inside === "") {
    return isNegated ? `[${EVERYTHING}]` : `[^${EVERYTHING}]`;
  }
  return `[${isNegated ? "^" : ""}${inside}]`;
}

/** Translates one character, range or set; a `-` that starts no range is itself. */
function translateItem(cursor: Cursor): string {
  const first = readClassAtom(cursor);
  const next = cursor.source[cursor.at + 1];
  const isRange = cursor.source[cursor.at] === "-" && next !== "]" && next !== undefined;
  if (typeof first === "string" || !isRange) {
    return typeof first === "string" ? first : point(first);
  }
  cursor.at += 1;
  const last = readClassAtom(cursor);
  if (typeof last === "string") {
    return `${point(first)}\\x{2d}${last}`;
  }
  if (last < first) {
    refusePattern("has a range that is out of order");
  }
  return `${point(first)}-${point(last)}`;
}

function point(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

/** A code point, or the inside of a set as RE2 text. */
function readClassAtom(cursor: Cursor): number | string {
  if (cursor.source[cursor.at] !== "\\") {
    const code = cursor.source.codePointAt(cursor.at) ?? 0;
    cursor.at += code > 0xffff ? 2 : 1;
    return code;
  }
  if (cursor.source[cursor.at + 1] === "b") {
    cursor.at += 2;
    return 8;
  }
  return readSetEscape(cursor) ?? readCharacterEscape(cursor);
}
