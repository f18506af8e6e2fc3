/**
 * A glob over one run of text (a path segment, a word, a name), as symbols: code points, ONE for `?`, STAR for `*`.
 * Runs of wildcards are put into one order (`*?` becomes `?*`), so that equal globs have equal symbols and containment,
 * tested by matching one glob against the symbols of the other, is transitive: "more specific" must be an order.
 */
import { matchWildcards, type WildcardReading } from "./match-wildcards.ts";

/** Any sequence. */
export const STAR = -1;
/** Exactly one character. */
export const ONE = -2;

/** One compiled glob. `text` is set when it has no wildcard. */
export interface TextGlob {
  /** Made on demand: comparing a glob without wildcards needs its text only. */
  readonly symbols: () => readonly number[];
  readonly text: string | null;
  readonly test: (subject: string) => boolean;
}

const READING: WildcardReading<number, number> = {
  isStar: (symbol) => symbol === STAR,
  // A literal equals itself; ONE takes any one character or another ONE, but never a STAR, which may be empty.
  accepts: (symbol, subject) => symbol === subject || (symbol === ONE && subject !== STAR),
};

export function compileTextGlob(symbols: readonly number[]): TextGlob {
  const ordered = orderWildcards(symbols);
  const wild = ordered.some((symbol) => symbol < 0);
  const text = wild ? null : textOf(ordered);
  return {
    symbols: () => ordered,
    text,
    test: text === null ? tester(ordered) : (s) => s === text,
  };
}

export function literalGlob(text: string): TextGlob {
  return { symbols: () => codePoints(text), text, test: (subject) => subject === text };
}

/** True when every text that `narrow` matches is matched by `wide`. Sound and transitive; may say false too often. */
export function coversGlob(wide: TextGlob, narrow: TextGlob): boolean {
  if (narrow.text !== null) return wide.test(narrow.text);
  // One text alone is never all that a wildcard matches.
  if (wide.text !== null) return false;
  return matchWildcards(wide.symbols(), narrow.symbols(), READING);
}

export function codePoints(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) as number);
}

export function textOf(points: readonly number[]): string {
  let text = "";
  for (const point of points) text += String.fromCodePoint(point);
  return text;
}

function orderWildcards(symbols: readonly number[]): readonly number[] {
  const ordered: number[] = [];
  let star = false;
  for (const symbol of symbols) {
    if (symbol === STAR) {
      star = true;
    } else if (symbol === ONE) {
      ordered.push(ONE);
    } else {
      if (star) ordered.push(STAR);
      star = false;
      ordered.push(symbol);
    }
  }
  if (star) ordered.push(STAR);
  return ordered;
}

// The common shapes `*`, `a*`, `*b`, `a*b` need no walk; everything else takes the general one.
function tester(symbols: readonly number[]): (subject: string) => boolean {
  const star = symbols.indexOf(STAR);
  if (symbols.some((symbol, index) => symbol < 0 && index !== star)) {
    return (subject) => matchWildcards(symbols, codePoints(subject), READING);
  }
  if (star < 0) return (subject) => matchWildcards(symbols, codePoints(subject), READING);
  const head = textOf(symbols.slice(0, star));
  const tail = textOf(symbols.slice(star + 1));
  const least = head.length + tail.length;
  return (subject) => subject.length >= least && subject.startsWith(head) && subject.endsWith(tail);
}
