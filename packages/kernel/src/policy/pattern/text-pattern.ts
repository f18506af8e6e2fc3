/**
 * Text patterns: an anchored glob in which `*` is any sequence, separators included, and everything else is itself. For
 * names of tools and variables, and for the allowlist.
 */
import {
  codePoints,
  compileTextGlob,
  coversGlob,
  foldText,
  STAR,
  type TextGlob,
} from "@toolplane/readings";

export interface TextPattern {
  readonly text: string;
  readonly literal: boolean;
  matches(subject: string): boolean;
  /** The wider reading of what restricts: case and Unicode form do not matter. */
  matchesFolded(subject: string): boolean;
  /** True when every text that `other` matches is matched by this one, in both readings. */
  covers(other: TextPattern): boolean;
  readonly exact: TextGlob | null;
  readonly folded: TextGlob | null;
}

/** Compiles a text pattern. The empty pattern matches nothing. */
export function compileTextPattern(text: string): TextPattern {
  const exact = text === "" ? null : globOf(text);
  const folded = text === "" ? null : globOf(foldText(text));
  return {
    text,
    literal: exact !== null && exact.text !== null,
    exact,
    folded,
    matches: (subject) => exact?.test(subject) ?? false,
    matchesFolded: (subject) =>
      (folded?.test(foldText(subject)) ?? false) || (exact?.test(subject) ?? false),
    covers: (other) => coversBoth(exact, other.exact) && coversBoth(folded, other.folded),
  };
}

function globOf(text: string): TextGlob {
  return compileTextGlob(
    Array.from(text).flatMap((character) => (character === "*" ? [STAR] : codePoints(character))),
  );
}

function coversBoth(wide: TextGlob | null, narrow: TextGlob | null): boolean {
  if (narrow === null) return true;
  return wide !== null && coversGlob(wide, narrow);
}
