/** A unified diff: plus and minus are shown as text, and a long one shows its beginning until more is wanted. */
import type { ShownChange } from "@toolplane/contract";
import { formatCount } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { shortPath } from "../base/short-path.ts";
import { type DiffLine, readDiff } from "./read-diff.ts";

const SHOWN_LINES = 400;

export interface DiffProps {
  readonly change: Pick<ShownChange, "path" | "kind" | "added" | "removed" | "diff" | "note">;
  readonly workspace: string | null;
}

export function Diff({ change, workspace }: DiffProps): VNode {
  const [isWhole, setWhole] = useState(false);
  const lines = readDiff(change.diff);
  const shown = isWhole ? lines : lines.slice(0, SHOWN_LINES);
  const left = lines.length - shown.length;
  return h("div", { class: "diff" }, [
    h("div", { class: "fh" }, [
      h("span", { class: "el" }, foreign(shortPath(change.path, workspace))),
      h("span", { class: "sp" }),
      h("span", { class: "nw" }, changeSummary(change)),
    ]),
    ...shown.map((line) => lineOf(line)),
    lines.length === 0
      ? h(
          "div",
          { class: "fold" },
          foreign(
            change.note ?? (change.kind === "removed" ? "The file goes." : "No lines to show."),
          ),
        )
      : null,
    left > 0
      ? h(
          "button",
          { type: "button", class: "fresh", onClick: () => setWhole(true) },
          `${formatCount(left)} more lines`,
        )
      : null,
  ]);
}

/** Of what is no text, or not kept, there is nothing to count. */
export function changeSummary({ kind, added, removed, diff }: DiffProps["change"]): string {
  if (added + removed === 0 && !/^@@ /m.test(diff)) return kind;
  const counts = `+${formatCount(added)} −${formatCount(removed)}`;
  return kind === "changed" ? counts : `${kind}, ${counts}`;
}

function lineOf({ kind, number, text }: DiffLine): VNode {
  if (kind === "fold") return h("div", { class: "fold" }, foreign(text));
  const sign = kind === "add" ? "+" : kind === "rem" ? "−" : " ";
  return h("div", { class: `ln ${kind}` }, [
    h("span", {}, number),
    h("span", {}, sign),
    h("span", {}, foreign(text)),
  ]);
}
