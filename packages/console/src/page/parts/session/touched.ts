import type { SessionFacts } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { shortPath } from "../base/short-path.ts";
import type { Labels } from "./session-figures.ts";

/** Files that a session changed, and labels of what it has seen. */
export function Touched({
  facts,
  labels,
}: {
  readonly facts: SessionFacts;
  readonly labels: Labels;
}): VNode | null {
  const { files, session } = facts;
  const shown = labels ?? [];
  if (files.length === 0 && shown.length === 0) return null;
  return h("div", {}, [
    h("div", { class: "turn" }, h("b", {}, "Touched in this session")),
    ...files
      .slice(0, 50)
      .map(({ path, changes, undone }) =>
        h("div", { key: path, class: "un tc" }, [
          h("span", { class: "m t2" }, "fs.write"),
          h("span", { class: "m el" }, foreign(shortPath(path, session.workspace))),
          h("span", { class: "t3 nw" }, formatPlural(changes, "change")),
          h("span", { class: "t2 nw r" }, undone > 0 ? "taken back" : ""),
        ]),
      ),
    ...shown
      .slice(0, 20)
      .map(({ label, source, tool }, index) =>
        h("div", { key: `l${index}`, class: "un tc" }, [
          h("span", { class: "m t2" }, label),
          h("span", { class: "m el" }, foreign(source)),
          h("span", { class: "t3 nw" }, foreign(tool)),
          h("span", {}),
        ]),
      ),
  ]);
}
