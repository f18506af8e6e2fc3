import type { ShownChange } from "@toolplane/contract";
import type { View } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { changeText } from "../words/change-text.ts";
import { shortPath } from "../words/resource-text.ts";
import { diffLines } from "./diff-lines.ts";

export interface ChangedFileView extends View {
  readonly workspace: string | null;
  /** Lines before the difference folds; it is shown whole without it. */
  readonly fold?: number;
}

/** One file that a call changed: its name, how much, and the difference below it. */
export function changedFileLines(
  change: ShownChange,
  { paint, width, workspace, fold }: ChangedFileView,
): readonly string[] {
  const name = escapeText(shortPath(change.path, workspace));
  const drawn = { paint, width, indent: 2 };
  return [
    `${paint.style("bold", name)}  ${changeText(change)}`,
    ...diffLines(change.diff, fold === undefined ? drawn : { ...drawn, fold }),
  ];
}
