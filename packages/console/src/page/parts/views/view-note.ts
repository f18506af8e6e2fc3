/** Why a view did not land when it was to: the words of the checks that did not pass, of conflicts, or of what was refused. */
import type { ListedViewNote } from "@toolplane/contract/console";
import { formatMoment } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";

export function ViewNote({ note }: { readonly note: ListedViewNote }): VNode {
  const { atMs, text, isRed, lines } = note;
  return h("section", { "aria-label": "Why it did not land" }, [
    h("p", { class: `note ${isRed ? "deny" : "ask"}` }, [
      foreign(text),
      h("span", { class: "t3 sm" }, ` ${formatMoment(atMs, { nowMs: Date.now() })}`),
    ]),
    lines.length === 0
      ? null
      : h("pre", { class: "well scroll", tabIndex: 0 }, foreign(lines.join("\n"))),
  ]);
}
