/**
 * The names in a directory that are worth asking about. A path can only be judged differently from its neighbours when its
 * name fits the last named segment of some pattern; all others get the directory's common answer, unasked. That keeps the
 * listing of twenty thousand files at a few dozen questions.
 *
 * Names fold as the kernel folds them for ASCII. Anything that is not ASCII, in a name or in a pattern, is always asked.
 */
import { isAscii, readPathSegment } from "@toolplane/readings";
import { isWild, patternShape, plainSegment } from "./pattern-shape.ts";

export interface NameTriggers {
  test(name: string): boolean;
  /** A name that no pattern speaks of, or null when every name is asked about. */
  readonly neutral: string | null;
}

/** Compiles the test for these patterns. */
export function nameTriggers(patterns: readonly string[]): NameTriggers {
  const lasts = patterns.flatMap((pattern) => patternShape(pattern).last ?? []);
  const literals = new Set(
    lasts.filter((last) => !isWild(last)).map((last) => plainSegment(last).toLowerCase()),
  );
  const globs = [...new Set(lasts.filter(isWild))].map((last) =>
    readPathSegment(last.toLowerCase()),
  );
  if (!lasts.every(isAscii)) return { test: () => true, neutral: null };
  const test = (name: string) => {
    if (!isAscii(name)) return true;
    const folded = name.toLowerCase();
    return literals.has(folded) || globs.some((glob) => glob?.test(folded) ?? true);
  };
  return { test, neutral: NEUTRAL_NAMES.find((name) => !test(name)) ?? null };
}

const NEUTRAL_NAMES: readonly string[] = ["zq7-neutral-x9v", "0w5", "\u0001"];
