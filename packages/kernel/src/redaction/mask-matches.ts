/**
 * Writes a text with its matches masked. Of matches that begin together the longest counts; one that overlaps the last and
 * goes on further is masked to its own end, under its own name where that differs. So nothing of any match is left, and the
 * walk needs to know only where the last one ended, which is what lets a stream stop and go on anywhere.
 */
import type { Match } from "./match.ts";

/** The state of the walk: text before `at` is written, and text before `maskedTo` belongs to the last mask. */
export interface Walk {
  readonly at: number;
  readonly maskedTo: number;
  readonly label: string;
}

/** The text from the walk's place up to `to`, and the walk from there. */
export function maskMatches(
  text: string,
  matches: readonly Match[],
  { walk, to }: { readonly walk: Walk; readonly to: number },
): { readonly text: string; readonly walk: Walk } {
  let { at, maskedTo, label } = walk;
  let written = "";
  for (const match of inOrder(matches)) {
    if (match.start < walk.at || match.start >= to || match.end <= maskedTo) continue;
    if (match.start >= maskedTo) written += text.slice(Math.max(at, maskedTo), match.start);
    if (match.start >= maskedTo || match.label !== label) written += `[redacted:${match.label}]`;
    at = match.start;
    maskedTo = match.end;
    label = match.label;
  }
  if (maskedTo < to) written += text.slice(Math.max(at, maskedTo), to);
  return { text: written, walk: { at: to, maskedTo, label } };
}

function inOrder(matches: readonly Match[]): readonly Match[] {
  if (matches.length < 2) return matches;
  return matches.toSorted(
    (one, other) => one.start - other.start || other.end - one.end || one.rank - other.rank,
  );
}
