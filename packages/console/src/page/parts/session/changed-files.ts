/** The files that a call changed: names first, where there are several, then the lines of each. The first ones; the others are counted. */
import type { ShownChange, ShownChanges } from "@toolplane/contract";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { shortPath } from "../base/short-path.ts";
import { changeSummary, Diff } from "../display/diff.ts";

const MOST_NAMED = 20;
const MOST_DRAWN = 100;

export interface ChangedFilesProps extends ShownChanges {
  readonly workspace: string | null;
}

export function ChangedFiles({ changes, files, workspace }: ChangedFilesProps): VNode {
  const drawn = changes.filter(({ diff }) => diff !== "");
  // A file without lines is told by its name, unless it is the only one.
  const boxes = drawn.length === 0 ? changes.slice(0, 1) : drawn.slice(0, MOST_DRAWN);
  return h("div", { class: "sec", id: "changed" }, [
    h("div", { class: "row" }, [
      h("h3", {}, "Changed files"),
      h("span", { class: "t3 sm" }, formatCount(files)),
    ]),
    files > 1 ? h(Names, { changes, files, workspace }) : null,
    h(
      "div",
      { class: "stack" },
      boxes.map((change) => h(Diff, { key: change.path, change, workspace })),
    ),
  ]);
}

function Names({ changes, files, workspace }: ChangedFilesProps): VNode {
  const named = changes.slice(0, MOST_NAMED);
  const more = files - named.length;
  return h("ul", { class: "names sm" }, [
    ...named.map((change) =>
      h("li", { key: change.path, class: "row" }, [
        h("span", { class: "m el" }, foreign(shortPath(change.path, workspace))),
        h("span", { class: "t3 nw" }, foreign(wordsOf(change))),
      ]),
    ),
    more > 0 ? h("li", { class: "t3" }, `and ${formatPlural(more, "more file")}`) : null,
  ]);
}

function wordsOf(change: ShownChange): string {
  const { note } = change;
  return note === undefined ? changeSummary(change) : `${changeSummary(change)}, ${note}`;
}
