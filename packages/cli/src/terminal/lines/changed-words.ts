/**
 * The words of a line that its other version does not have. Lines that have little in common are two lines and not one that was changed:
 * there nothing is pointed out. Bounded in length and in steps, because a line may be a whole file.
 */
import { diffArrays } from "diff";

export interface LinePart {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface ChangedWords {
  readonly before: readonly LinePart[];
  readonly after: readonly LinePart[];
}

const MOST_CHARACTERS = 1_000;
const MOST_STEPS = 200;
/** As much of the longer line has to stand in both. */
const LEAST_COMMON = 0.4;
const WORDS = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/** Null where nothing is to be pointed out. */
export function changedWords(before: string, after: string): ChangedWords | null {
  const longer = Math.max(before.length, after.length);
  if (longer > MOST_CHARACTERS) return null;
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_STEPS });
  if (parts === undefined) return null;
  const said = parts.map(({ value, added, removed }) => ({
    text: value.join(""),
    added,
    removed,
  }));
  const common = said
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { text }) => sum + text.trim().length, 0);
  if (common < Math.max(before.trim().length, after.trim().length) * LEAST_COMMON) return null;
  return {
    before: said.flatMap(({ text, added, removed }) =>
      added ? [] : [{ text, isChanged: removed }],
    ),
    after: said.flatMap(({ text, added, removed }) =>
      removed ? [] : [{ text, isChanged: added }],
    ),
  };
}

function wordsOf(line: string): string[] {
  return [...(line.match(WORDS) ?? [])];
}
