/**
 * Quotes, dashes and spaces of another kind: the text is compared folded. What old and new text share keeps the file's
 * characters; what is new follows the file's habit, or the edit is refused.
 */
import { foldPunctuation } from "../text/blocks/fold-punctuation.ts";
import {
  followHabit,
  type PunctuationHabit,
  readHabit,
  UNCLEAR_PUNCTUATION,
} from "../text/blocks/punctuation-habit.ts";
import type { EditSubject, Replacement, RungFinding } from "./edit-change.ts";
import { findOccurrences } from "./find-occurrences.ts";

/** Looks for the old text with every typographic character folded. */
export function findByPunctuation({ text, old, next }: EditSubject): RungFinding {
  const starts = findOccurrences(foldPunctuation(text), foldPunctuation(old), {
    overlapping: true,
    limit: 2,
  });
  const places: Replacement[] = [];
  for (const start of starts) {
    const end = start + old.length;
    const fitted = fit({ old, next, found: text.slice(start, end) });
    if (fitted === null) return { kind: "refused", at: start, reason: UNCLEAR_PUNCTUATION };
    places.push({ start, end, text: fitted });
  }
  return places.length === 0 ? null : { kind: "places", places };
}

interface Fitting {
  readonly old: string;
  readonly next: string;
  readonly found: string;
}

function fit({ old, next, found }: Fitting): string | null {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const written = old.split("\n");
  const theirs = found.split("\n");
  const middle = fitLines(next.slice(head, next.length - tail).split("\n"), {
    habit: readHabit(written, theirs),
    known: new Map(written.map((line, index) => [line, theirs[index] ?? line])),
  });
  return middle === null ? null : found.slice(0, head) + middle + found.slice(found.length - tail);
}

function fitLines(
  lines: readonly string[],
  file: { readonly habit: PunctuationHabit; readonly known: ReadonlyMap<string, string> },
): string | null {
  const fitted: string[] = [];
  for (const line of lines) {
    const own = file.known.get(line) ?? followHabit(line, file.habit);
    if (own === null) return null;
    fitted.push(own);
  }
  return fitted.join("\n");
}
