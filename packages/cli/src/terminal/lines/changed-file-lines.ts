import type { ShownChange } from "@toolplane/contract";
import type { Terminal } from "../terminal.ts";
import { escapeText } from "../text/escape-text.ts";
import { changeText } from "../words/change-text.ts";
import { shortPath } from "../words/resource-text.ts";
import { diffLines } from "./diff-lines.ts";

export interface ChangedFileView {
  readonly terminal: Pick<Terminal, "out" | "columns">;
  readonly workspace: string | null;
  /** Lines before the difference folds; it is shown whole without it. */
  readonly fold?: number;
}

/** One file that a call changed: its name, how much, and the difference below it. */
export function changedFileLines(
  change: ShownChange,
  { terminal, workspace, fold }: ChangedFileView,
): readonly string[] {
  const name = escapeText(shortPath(change.path, workspace));
  const drawn = { paint: terminal.out, width: terminal.columns(), indent: 2 };
  return [
    `${terminal.out.style("bold", name)}  ${changeText(change)}`,
    ...diffLines(change.diff, fold === undefined ? drawn : { ...drawn, fold }),
  ];
}
