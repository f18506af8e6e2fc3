/**
 * The files that a call changed: each with its name and how much, and its lines below while there is room for them. A command
 * changes thousands of files, so names and lines both have a bound, and what is left out is counted.
 */
import type { ShownChange } from "@toolplane/contract";
import { formatPlural } from "@toolplane/readings";
import type { View } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { changeText } from "../words/change-text.ts";
import { shortPath } from "../words/resource-text.ts";
import { diffLines } from "./diff-lines.ts";

export interface ChangesView extends View {
  readonly workspace: string | null;
  /** Files that are named, and lines of all their differences together. */
  readonly names: number;
  readonly fold: number;
  /** Files that were changed in all. */
  readonly files: number;
  readonly indent: number;
  /** How to see what is left out: `: tab shows them`. */
  readonly more: string;
}

export function changesLines(
  changes: readonly ShownChange[],
  view: ChangesView,
): readonly string[] {
  const { paint, width, workspace, indent, more } = view;
  const margin = " ".repeat(indent);
  const named = changes.slice(0, view.names);
  let room = view.fold;
  let hidden = 0;
  const lines = named.flatMap((change) => {
    const name = paint.style("bold", escapeText(shortPath(change.path, workspace)));
    const own = diffLines(change.diff, {
      paint,
      width,
      indent: indent + 2,
    });
    const shown = own.slice(0, Math.max(0, room));
    room -= shown.length;
    hidden += own.length - shown.length;
    return [`${margin}${name}  ${changeText(change)}`, ...shown];
  });
  const others = view.files - named.length;
  const left = [
    ...(others > 0 ? [formatPlural(others, "more file")] : []),
    ...(hidden > 0 ? [formatPlural(hidden, "more line")] : []),
  ].join(", ");
  return left === "" ? lines : [...lines, `${margin}${paint.style("dim", `${left}${more}`)}`];
}
