/** Changes that the call would make to files, line by line: the same diff as after it ran. A long one folds, and tab unfolds it. */
import type { Question } from "@toolplane/contract";
import { foldLine } from "@toolplane/kernel";
import { DIFF_FOLD, diffLines } from "../lines/diff-lines.ts";
import { changeText } from "../words/change-text.ts";
import { shortPath } from "../words/resource-text.ts";
import type { CardState } from "./card-state.ts";

/** Arguments that a diff shows better: what is written, and where. */
const CONTENT = ["path", "content", "old_string", "new_string", "edits", "patch"];

/** Files whose diffs begin on the card before they are only named. */
const MOST_DIFFS = 5;

/** The lines, with a blank one before them; none where nothing is known. */
export function changeLines(
  { question, options, isUnfolded }: CardState,
  width: number,
): readonly string[] {
  const { paint, workspace } = options;
  const changes = question.changes ?? [];
  return changes.flatMap((change, index) => {
    const name = foldLine(shortPath(change.path, workspace));
    const head = `${paint.style("dim", "Change")}   ${name}   ${changeText(change)}`;
    if (change.diff === "") return ["", `${head}   not text, or too large to show`];
    if (index >= MOST_DIFFS && !isUnfolded) return index === MOST_DIFFS ? ["", head] : [head];
    const lines = diffLines(change.diff, {
      paint,
      width,
      indent: 0,
      ...(isUnfolded ? {} : { fold: DIFF_FOLD, more: ": tab" }),
    });
    return ["", head, ...lines];
  });
}

/** True for a line of the arguments whose text is in the diffs. */
export function isShownAsChange(line: string, { changes = [] }: Question): boolean {
  return (
    changes.length > 0 &&
    changes.every(({ diff }) => diff.includes("\n@@ -")) &&
    CONTENT.some((name) => line.startsWith(`${name} = `))
  );
}
