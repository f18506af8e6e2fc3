import type { SessionFacts, SessionLabels, Verified } from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Mark } from "../base/mark.ts";

/** Undefined: not known yet. Null: the session is too long to look. */
export type Labels = SessionLabels["labels"] | undefined;

export function SessionFigures({
  facts,
  labels,
  verified,
}: {
  readonly facts: SessionFacts;
  readonly labels: Labels;
  readonly verified: Verified | null;
}): VNode {
  const { session, below } = facts;
  const names = [...new Set(labels?.map(({ label }) => label))];
  const figure = (name: string, value: string | VNode, note: string): VNode =>
    h("div", { class: "fig" }, [h("dt", {}, name), h("dd", {}, [value, h("small", {}, note)])]);
  const chain =
    verified === null
      ? h("span", { class: "t3" }, "…")
      : verified.ok
        ? h(Mark, { name: "allow", word: "whole" })
        : h(Mark, { name: "deny", word: `broken at row ${formatCount(verified.row)}` });
  return h("dl", { class: "figs compact" }, [
    figure(
      "Calls",
      formatCount(session.calls),
      below.length === 0 ? "" : formatPlural(below.length, "child session"),
    ),
    figure(
      "Unasked",
      formatCount(Math.max(0, session.calls - session.asked - session.refused)),
      "",
    ),
    figure("Asked", formatCount(session.asked), ""),
    figure("Denied", formatCount(session.refused), ""),
    labels === undefined
      ? figure("Labels", h("span", { class: "t3" }, "…"), "")
      : figure(
          "Labels",
          labels === null ? "–" : formatCount(names.length),
          labels === null ? "too long to look" : names.join(", "),
        ),
    figure("Record", chain, `${formatCount(session.rows)} rows`),
  ]);
}
