import { type Cursor, refusePattern } from "./pattern-cursor.ts";
import { translateProperty } from "./translate-property.ts";

export const ANY_BUT_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";

// RE2's \s is ASCII; ECMA-262's is not.
const SPACE =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const NOT_SPACE = [
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}",
  "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}",
  "\\x{ff00}-\\x{10ffff}",
].join("");

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** An escape outside a class, from its backslash on, as RE2. */
export function translateEscape(cursor: Cursor): string {
  const next = cursor.source.charAt(cursor.at + 1);
  if (/[1-9k]/.test(next)) {
    refusePattern("uses a backreference, which cannot be checked in linear time");
  }
  if (next === "b" || next === "B") {
    cursor.at += 2;
    return `\\${next}`;
  }
  const set = readSetEscape(cursor);
  if (set !== undefined) {
    return `[${set}]`;
  }
  return `\\x{${readCharacterEscape(cursor).toString(16)}}`;
}

/** `\d \w \s \p{…}` and their opposites as the inside of a class; `undefined` if it is none. */
export function readSetEscape(cursor: Cursor): string | undefined {
  const name = cursor.source.charAt(cursor.at + 1);
  switch (name) {
    case "d":
    case "D":
    case "w":
    case "W":
      cursor.at += 2;
      return `\\${name}`;
    case "s":
    case "S":
      cursor.at += 2;
      return name === "s" ? SPACE : NOT_SPACE;
    case "p":
    case "P":
      return translateProperty(cursor);
    default:
      return undefined;
  }
}

/** Reads an escape of one character, as its code point. */
export function readCharacterEscape(cursor: Cursor): number {
  const { source, at } = cursor;
  const next = source.charAt(at + 1);
  if (next === "") {
    refusePattern("ends in a backslash");
  }
  const control = Object.hasOwn(CONTROLS, next) ? CONTROLS[next] : undefined;
  if (control !== undefined) {
    cursor.at += 2;
    return control;
  }
  if (next === "0" && !/\d/.test(source.charAt(at + 2))) {
    cursor.at += 2;
    return 0;
  }
  if (next === "c" && /[A-Za-z]/.test(source.charAt(at + 2))) {
    cursor.at += 3;
    return source.charCodeAt(at + 2) % 32;
  }
  if (next === "x" || next === "u") {
    return readHexEscape(cursor);
  }
  if (/[A-Za-z0-9]/.test(next)) {
    refusePattern(`uses \\${next}, which ECMA-262 does not know`);
  }
  const code = source.codePointAt(at + 1) ?? 0;
  cursor.at += code > 0xffff ? 3 : 2;
  return code;
}

function readHexEscape(cursor: Cursor): number {
  const hex = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/iy;
  hex.lastIndex = cursor.at;
  const found = hex.exec(cursor.source);
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? found?.[3] ?? "", 16);
  if (found === null || Number.isNaN(code) || code > 0x10ffff) {
    return refusePattern("has an incomplete \\x or \\u escape");
  }
  cursor.at += found[0].length;
  const isHigh = found[2] !== undefined && (code & 0xfc00) === 0xd800;
  const low = isHigh ? /\\u(d[c-f][0-9a-f]{2})/iy : null;
  if (low === null) {
    return code;
  }
  low.lastIndex = cursor.at;
  const pair = low.exec(cursor.source);
  if (pair === null) {
    return code;
  }
  cursor.at += pair[0].length;
  return 0x10000 + ((code & 0x3ff) << 10) + (Number.parseInt(pair[1] ?? "", 16) & 0x3ff);
}
