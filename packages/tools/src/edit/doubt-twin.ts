/** The same lines elsewhere, but for blanks and punctuation: with a second slip in it, the old text may have meant those. */
import { findRun } from "../text/blocks/find-run.ts";
import { foldPunctuation } from "../text/blocks/fold-punctuation.ts";
import { coversLines } from "./place-edges.ts";

/** Says where the other lines are, or null. */
export function doubtTwin(
  text: string,
  place: { readonly start: number; readonly end: number },
): string | null {
  const { end } = place;
  let { start } = place;
  // A break at the beginning ends the line before; the lines themselves begin behind it.
  while (start < end && text[start] === "\n") start += 1;
  // A part of a line is identified by its surroundings, not by its indentation.
  if (!coversLines(text, start, end)) return null;
  const wanted = text.slice(start, end).replace(/\n$/, "").split("\n").map(lineKey);
  const from = text.slice(0, start).split("\n").length - 1;
  const places = findRun(text.split("\n").map(lineKey), wanted, { from: 0, limit: 2 });
  const twin = places.find((at) => at !== from);
  return twin === undefined
    ? null
    : `line ${twin + 1} begins the same lines with other blanks or punctuation, so it is not clear which place is meant`;
}

function lineKey(line: string): string {
  return foldPunctuation(line).trim();
}
