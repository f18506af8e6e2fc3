/**
 * A glob over one name, as shells read it: `*`, `?`, sets in brackets, a backslash before a character that means itself. A
 * leading dot is matched by a written dot only. What depends on the locale (`[[:alpha:]]` and the like) is not read.
 */
import type { Reading } from "../reading.ts";
import { matchWildcards, type WildcardReading } from "./match-wildcards.ts";
import { codePoints, ONE, STAR, textOf } from "./text-glob.ts";

export interface NameGlob {
  /** The name itself when it has no wildcard. */
  readonly text: string | null;
  /** True when it begins with a written dot: only then it matches hidden names. */
  readonly isDotted: boolean;
  readonly test: (name: string) => boolean;
}

/** Reads a glob over one name; a set that is not closed, or names a class, is a fault. */
export function readNameGlob(text: string): Reading<NameGlob> {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at);
    if (sign === "[") {
      const set = readSet(text, at);
      if (set === null) return { ok: false, message: "has a set that cannot be read" };
      tokens.push(set.token);
      at = set.end;
      continue;
    }
    const { point, end } = readPoint(text, at);
    tokens.push(sign === "*" ? STAR : sign === "?" ? ONE : point);
    at = end;
  }
  return { ok: true, value: compile(tokens) };
}

interface CharacterSet {
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly isNegated: boolean;
}

type Token = number | CharacterSet;

const DOT = 46;

const READING: WildcardReading<Token, number> = {
  isStar: (token) => token === STAR,
  accepts: (token, point) =>
    typeof token === "number" ? token === point || token === ONE : isInSet(token, point),
};

function compile(tokens: readonly Token[]): NameGlob {
  const isDotted = tokens[0] === DOT;
  const points = tokens.filter((token) => typeof token === "number" && token >= 0) as number[];
  if (points.length === tokens.length) {
    const text = textOf(points);
    return { text, isDotted, test: (name) => name === text };
  }
  const isHidden = (name: string) => !isDotted && name.startsWith(".");
  // The usual one, `*.ts`, needs no walk.
  if (tokens[0] === STAR && points.length === tokens.length - 1) {
    const ending = textOf(points);
    return { text: null, isDotted, test: (name) => name.endsWith(ending) && !isHidden(name) };
  }
  const test = (name: string) =>
    !isHidden(name) && matchWildcards(tokens, codePoints(name), READING);
  return { text: null, isDotted, test };
}

function isInSet({ ranges, isNegated }: CharacterSet, point: number): boolean {
  return ranges.some(([from, to]) => point >= from && point <= to) !== isNegated;
}

/** The set that opens at `start`; null when it is not closed or names a class. A first `]` is a member. */
function readSet(
  text: string,
  start: number,
): { readonly token: CharacterSet; readonly end: number } | null {
  const isNegated = text.charAt(start + 1) === "!" || text.charAt(start + 1) === "^";
  const first = start + (isNegated ? 2 : 1);
  const ranges: (readonly [number, number])[] = [];
  for (let at = first; at < text.length; ) {
    if (text.charAt(at) === "]" && at > first) return { token: { ranges, isNegated }, end: at + 1 };
    if (text.charAt(at) === "[" && ":.=".includes(text.charAt(at + 1) || " ")) return null;
    const low = readPoint(text, at);
    at = low.end;
    const isRange = text.charAt(at) === "-" && !["", "]"].includes(text.charAt(at + 1));
    const high = isRange ? readPoint(text, at + 1) : low;
    ranges.push([low.point, high.point]);
    at = high.end;
  }
  return null;
}

/** One character, or the one behind a backslash; a last backslash is itself. */
function readPoint(text: string, at: number): { readonly point: number; readonly end: number } {
  const from = text.charAt(at) === "\\" && at + 1 < text.length ? at + 1 : at;
  const point = text.codePointAt(from) as number;
  return { point, end: from + (point > 0xffff ? 2 : 1) };
}
