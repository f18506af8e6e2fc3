/** Shows a person what a view would change. */
import { type ChangeSet, countChanges } from "@toolplane/contract";
import type { HeldView } from "@toolplane/contract/ports";
import { formatPlural } from "@toolplane/readings";
import { changeSetLines } from "../../terminal/changes/change-set-lines.ts";
import { DIFF_FOLD, diffLines } from "../../terminal/lines/diff-lines.ts";
import { drawing, line, type Shown } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import type { ViewsGround } from "./with-views.ts";

/** So many files are shown line by line; a longer set is looked at path by path. */
const MOST_DIFFS = 50;

export interface ShownView {
  readonly ground: ViewsGround;
  readonly view: HeldView;
  readonly set: ChangeSet;
}

export function setLines(
  { ground: { workspace }, view, set }: ShownView,
  { isWhole }: { readonly isWhole: boolean },
): readonly Shown[] {
  const counts = countChanges(set);
  const head = line(`${view.id}  ${view.isLive ? "a run works in it" : "left by its run"}`, {
    mark: view.isLive ? "running" : "ask",
  });
  if (set.changes.length === 0) return [head, line("It changes nothing.", { indent: 2 })];
  const changed = { changes: set.changes, counts, refused: [], workspace, isWhole };
  return [
    head,
    drawing(({ paint, width }) =>
      changeSetLines(changed, paint, width - 2).map((text) => `  ${text}`),
    ),
  ];
}

export async function fileDiffs({ ground, view, set }: ShownView): Promise<readonly Shown[]> {
  const files = set.changes.filter(({ type }) => type !== "directory");
  const shown: Shown[] = [];
  for (const { path } of files.slice(0, MOST_DIFFS)) {
    const diff = (await ground.views.diff(view.id, path)) ?? "";
    const title = [{ text: shortPath(path, ground.workspace), style: "bold" as const }];
    shown.push(line(), line(title, { indent: 2 }), diffDrawing(diff, { fold: DIFF_FOLD }));
  }
  const left = files.length - MOST_DIFFS;
  if (left > 0)
    shown.push(line(), line(`and ${formatPlural(left, "more file")}: --all lists them`));
  return shown;
}

export function diffDrawing(diff: string, { fold }: { readonly fold?: number } = {}): Shown {
  return drawing((given) => {
    const lines = diffLines(diff, { ...given, ...(fold === undefined ? {} : { fold }) });
    return lines.length === 0 ? ["    not text, or nothing to show"] : lines;
  });
}
