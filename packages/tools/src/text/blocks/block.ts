/**
 * A block is a run of whole lines that is to become another run of whole lines. Lines of the new run that repeat a line of
 * the old one are *kept*: they take the file's own version, so a place that was found by ignoring something changes in
 * nothing but what the caller meant to change.
 */
import { diffArrays } from "diff";

/** A line of the new run; `kept` is the index of the old line that it repeats. */
export interface BlockLine {
  readonly text: string;
  readonly kept: number | null;
}

/** An old run and what it becomes. Lines carry no endings. */
export interface Block {
  readonly old: readonly string[];
  readonly next: readonly BlockLine[];
}

const MAX_EDIT_LENGTH = 4_000;

/** Makes a block of two runs of lines, finding out which lines are kept. */
export function pairLines(old: readonly string[], next: readonly string[]): Block {
  const changes = diffArrays([...old], [...next], {
    timeout: 500,
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (changes === undefined) return { old, next: next.map((text) => ({ text, kept: null })) };
  const lines: BlockLine[] = [];
  let at = 0;
  for (const { value, added, removed } of changes) {
    for (const text of removed ? [] : value) lines.push({ text, kept: added ? null : at++ });
    if (removed) at += value.length;
  }
  return { old, next: lines };
}
