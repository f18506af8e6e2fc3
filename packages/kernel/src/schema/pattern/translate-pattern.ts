import { type Cursor, isRefusal, type Refusal, refusePattern } from "./pattern-cursor.ts";
import { translateClass } from "./translate-class.ts";
import { ANY_BUT_LINE_END, translateEscape } from "./translate-escape.ts";

// Patterns in schemas are ECMA-262 regular expressions; RE2 is another language that looks alike.
// So a pattern is parsed as ECMA-262 (with the leniency that browsers have for `{`, `}` and `]`)
// and written out again as RE2, everything literal as a code point. What RE2 cannot do in linear
// time, lookaround and backreferences, is refused by name rather than run by a backtracking engine.
// The size of the RE2 program is counted on the way, repeats multiplied out.

export interface TranslatedPattern {
  readonly text: string;
  /** Set when the text must also have so many characters: see translateOneRepeat. */
  readonly length?: { readonly least: number; readonly most: number };
  /** About how many instructions RE2 will make of it. */
  readonly size: number;
  /** It names a Unicode property, and only RE2 knows whether that exists. */
  readonly usesProperty: boolean;
}

export type PatternTranslation =
  | ({ readonly ok: true } & TranslatedPattern)
  | { readonly ok: false; readonly message: string };

const MAX_LENGTH = 10_000;
const MAX_GROUPS = 100;
const MAX_SIZE = 5_000;
/** RE2 refuses to repeat more often than this at once. */
const MAX_REPEAT = 1_000;

interface Piece {
  readonly text: string;
  readonly size: number;
  /** The most that anything in it is repeated, nested repeats multiplied. */
  readonly repeats: number;
}

export function translatePattern(source: string): PatternTranslation {
  if (source.length > MAX_LENGTH) {
    return { ok: false, message: `is longer than ${MAX_LENGTH} characters` };
  }
  const cursor: Cursor = { source, at: 0, usesProperty: false };
  try {
    const one = translateOneRepeat(source);
    if (one !== undefined) {
      return { ok: true, ...one };
    }
    const { text, size } = translateAlternatives(cursor, 0);
    if (cursor.at < source.length) {
      refusePattern("has a ) without its (");
    }
    return { ok: true, text, size, usesProperty: cursor.usesProperty };
  } catch (error) {
    if (isRefusal(error)) {
      return { ok: false, message: (error as Refusal).patternRefusal };
    }
    throw error;
  }
}

/**
 * `^[…]{0,10000}$` is common in schemas and too large as a program, but it only says which characters
 * and how many: the first half is a small pattern and the second a count.
 */
function translateOneRepeat(source: string): TranslatedPattern | undefined {
  const repeat = /\{(\d+)(?:(,)(\d*))?\}\$$/.exec(source);
  const least = Number(repeat?.[1]);
  const most = repeat?.[2] === undefined ? least : Number(repeat[3] || Number.POSITIVE_INFINITY);
  if (repeat === null || !source.startsWith("^")) {
    return undefined;
  }
  const cursor: Cursor = { source: source.slice(0, repeat.index), at: 1, usesProperty: false };
  if (most < least || "()|^$*+?".includes(cursor.source.charAt(1))) {
    return undefined;
  }
  const { text } = translateAtom(cursor);
  if (cursor.at !== cursor.source.length || text === "\\b" || text === "\\B") {
    return undefined;
  }
  return {
    text: `^${text}*\\z`,
    size: 4,
    length: { least, most },
    usesProperty: cursor.usesProperty,
  };
}

function translateAlternatives(cursor: Cursor, depth: number): Piece {
  if (depth > MAX_GROUPS) {
    refusePattern(`has more than ${MAX_GROUPS} groups inside one another`);
  }
  let text = "";
  let size = 1;
  let repeats = 1;
  while (cursor.at < cursor.source.length && cursor.source[cursor.at] !== ")") {
    if (cursor.source[cursor.at] === "|") {
      cursor.at += 1;
      text += "|";
      size += 1;
      continue;
    }
    const piece = translateTerm(cursor, depth);
    text += piece.text;
    size += piece.size;
    repeats = Math.max(repeats, piece.repeats);
    if (size > MAX_SIZE) {
      refusePattern(`is too large once its repeats are counted (${MAX_SIZE} steps)`);
    }
  }
  return { text, size, repeats };
}

const literal = (text: string): Piece => ({ text, size: 1, repeats: 1 });

function translateTerm(cursor: Cursor, depth: number): Piece {
  const character = cursor.source.charAt(cursor.at);
  switch (character) {
    case "^":
      cursor.at += 1;
      return literal("^");
    case "$":
      cursor.at += 1;
      return literal("\\z");
    case "(":
      return translateRepeat(translateGroup(cursor, depth), cursor);
    case "*":
    case "+":
    case "?":
      return refusePattern(`has nothing to repeat before ${character}`);
    default: {
      const atom = translateAtom(cursor);
      const isAssertion = atom.text === "\\b" || atom.text === "\\B";
      return isAssertion ? atom : translateRepeat(atom, cursor);
    }
  }
}

/** One character, escape or class. */
function translateAtom(cursor: Cursor): Piece {
  switch (cursor.source.charAt(cursor.at)) {
    case ".":
      cursor.at += 1;
      return literal(ANY_BUT_LINE_END);
    case "[":
      return literal(translateClass(cursor));
    case "\\":
      return literal(translateEscape(cursor));
    default: {
      const code = cursor.source.codePointAt(cursor.at) ?? 0;
      cursor.at += code > 0xffff ? 2 : 1;
      return literal(`\\x{${code.toString(16)}}`);
    }
  }
}

function translateGroup(cursor: Cursor, depth: number): Piece {
  const rest = cursor.source.slice(cursor.at, cursor.at + 4);
  if (/^\(\?<?[=!]/.test(rest)) {
    refusePattern("uses lookaround, which cannot be checked in linear time");
  }
  if (rest.startsWith("(?:")) {
    cursor.at += 3;
  } else if (rest.startsWith("(?<")) {
    const end = cursor.source.indexOf(">", cursor.at);
    cursor.at = end === -1 ? refusePattern("has a group name that does not end") : end + 1;
  } else if (rest.startsWith("(?")) {
    refusePattern("has a group that ECMA-262 does not know, such as inline flags");
  } else {
    cursor.at += 1;
  }
  const inner = translateAlternatives(cursor, depth + 1);
  if (cursor.source[cursor.at] !== ")") {
    refusePattern("has a ( without its )");
  }
  cursor.at += 1;
  return { ...inner, text: `(?:${inner.text})` };
}

/** `*`, `+`, `?` and `{…}` behind an atom; the lazy mark changes no yes or no and is dropped. */
function translateRepeat(atom: Piece, cursor: Cursor): Piece {
  const repeat = /[*+?]|\{(\d+)(?:(,)(\d*))?\}/y;
  repeat.lastIndex = cursor.at;
  const found = repeat.exec(cursor.source);
  if (found === null) {
    return atom;
  }
  cursor.at += found[0].length;
  cursor.at += cursor.source[cursor.at] === "?" ? 1 : 0;
  repeat.lastIndex = cursor.at;
  if (repeat.test(cursor.source)) {
    refusePattern("repeats a repeat");
  }
  if (found[1] === undefined) {
    return { text: atom.text + found[0], size: atom.size + 1, repeats: atom.repeats };
  }
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] ? Number(found[3]) : null;
  return repeatCounted(atom, least, most);
}

/** Written as several repeats in a row where RE2's limit on one would be passed. */
function repeatCounted(atom: Piece, least: number, most: number | null): Piece {
  if (most !== null && most < least) {
    refusePattern("has a repeat whose bounds are out of order");
  }
  const times = Math.max(least, most ?? 0, 1);
  const size = atom.size * times + 1;
  const at = Math.floor(MAX_REPEAT / atom.repeats);
  if (size > MAX_SIZE || at < 1) {
    refusePattern(`is too large once its repeats are counted (${MAX_SIZE} steps)`);
  }
  let text = "";
  let fixed = least;
  for (; fixed > at; fixed -= at) {
    text += `${atom.text}{${at}}`;
  }
  if (most === null) {
    text += `${atom.text}{${fixed},}`;
    return { text: `(?:${text})`, size, repeats: atom.repeats * Math.min(times, at) };
  }
  let open = most - least;
  for (; open > at; open -= at) {
    text += `${atom.text}{0,${at}}`;
  }
  text +=
    fixed + open > at
      ? `${atom.text}{${fixed}}${atom.text}{0,${open}}`
      : `${atom.text}{${fixed},${fixed + open}}`;
  return { text: `(?:${text})`, size, repeats: atom.repeats * Math.min(times, at) };
}
