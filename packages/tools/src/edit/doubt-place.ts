/**
 * Finds a reason why a place that was found by ignoring something must not be touched all the same, or null. The rungs
 * decide how the new text fits the place; this decides whether it is the right place, and whether its edges are.
 */
import { foldPunctuation } from "../text/blocks/fold-punctuation.ts";
import { doubtIndentation, LOST_INDENTATION } from "./doubt-indentation.ts";
import { doubtTwin } from "./doubt-twin.ts";
import type { EditRung, EditSubject, Replacement } from "./edit-change.ts";
import { coversLines, headOf, isBlank, tailOf } from "./place-edges.ts";

/** Says what is in doubt about the one place that was found. */
export function doubtPlace(
  subject: EditSubject,
  { rung, place }: { readonly rung: EditRung; readonly place: Replacement },
): string | null {
  if (rung === "line endings")
    return doubtIndentation(subject.text, {
      old: subject.old,
      next: subject.next,
      start: place.start,
      path: subject.path,
    });
  const found = subject.text.slice(place.start, place.end);
  if (rung === "indentation" && !/[\p{L}\p{N}]/u.test(found))
    return "such lines stand in many places, and only their indentation tells them apart";
  return (
    doubtTwin(subject.text, place) ??
    doubtEdges(subject.text, place) ??
    (rung === "punctuation" ? null : doubtSigns(subject.text, place))
  );
}

const UNEVEN_BREAKS =
  "old_string and new_string do not both end with a line break, so it is not clear whether an empty line is meant";

/** Blanks right before or behind the place: they may have got lost from old_string, or have come in by chance. */
function doubtEdges(text: string, { start, end, text: next }: Replacement): string | null {
  const found = text.slice(start, end);
  if (next !== "" && found.endsWith("\n") !== next.endsWith("\n")) return UNEVEN_BREAKS;
  const head = headOf(text, start);
  // Inside one line the indentation does not matter, as long as the line stays one.
  const isPart = !`${found}${next}`.trimEnd().includes("\n") && /^\S/.test(next);
  if (head !== "" && isBlank(head) && !isPart) return LOST_INDENTATION;
  const tail = tailOf(text, end);
  if (isBlank(next) && coversLines(text, start, end) && text[end - 1] !== "\n" && end < text.length)
    return "old_string does not end with a line break, so it is not clear whether an empty line is to stay";
  if (text[end - 1] !== "\n" && tail !== "" && isBlank(tail))
    return "blanks follow in the file which old_string lacks, so it is not clear whether they are to stay";
  return /\n[ \t]+$/.test(found)
    ? "old_string ends in blanks that are the indentation of the next line"
    : null;
}

/** Doubts round quotes and long dashes in the new text only: a caller with one slip may have made these by another. */
function doubtSigns(text: string, { start, end, text: next }: Replacement): string | null {
  const found = text.slice(start, end);
  const sign = [...next].find((each) => foldPunctuation(each) !== each && !found.includes(each));
  return sign === undefined
    ? null
    : `new_string brings the sign ${sign}, which old_string does not show, so it is not clear whether it is meant`;
}
