import type { Explanation } from "@toolplane/contract";
import { unaskedReason } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { resourceWords } from "../display/resource.ts";
import { placeWords, RuleBox } from "../display/rule-box.ts";

export interface ExplanationViewProps {
  readonly explanation: Explanation;
  readonly workspace: string | null;
}

/** A verdict with every resource it was about, and the rule that won. */
export function ExplanationView({ explanation, workspace }: ExplanationViewProps): VNode {
  const { verdict, settled, footprint } = explanation;
  if (!verdict)
    return h(
      "p",
      { class: "note deny", role: "status" },
      foreign(settled ? `${settled.stage}: ${settled.error_text}` : explanation.text),
    );
  const winner = verdict.opinions[verdict.winner];
  return h("div", { class: "stack", role: "status" }, [
    h("div", { class: "row wrap" }, [
      h(Mark, { name: verdict.action, word: verdict.action }),
      h(
        "span",
        { class: "t2" },
        verdict.answeredBy
          ? `it would run unasked: ${unaskedReason(verdict.answeredBy)}`
          : verdict.action === "allow"
            ? "it would run unasked"
            : verdict.action === "ask"
              ? "a person would be asked"
              : "nothing would run",
      ),
    ]),
    h(
      "div",
      { class: "units" },
      footprint.resources.map((resource, index) => {
        const { capability, target } = resourceWords(resource, workspace);
        const own = verdict.opinions.filter((opinion) => opinion.resource === index);
        const severe =
          own.find(({ action }) => action === "deny") ??
          own.find(({ action }) => action === "ask") ??
          own[0];
        const name = resource.capability === "opaque" ? "opaque" : (severe?.action ?? "off");
        return h("div", { key: index, class: "un" }, [
          h(Mark, { name, word: name === "off" ? "–" : name }),
          h("span", { class: "m t2" }, capability),
          h("span", { class: "m" }, foreign(target)),
          h("span", { class: "by" }, severe?.rule ? foreign(placeWords(severe.rule.source)) : ""),
        ]);
      }),
    ),
    winner === undefined
      ? null
      : winner.rule
        ? h(RuleBox, { ...winner.rule, role: "won", note: winner.reason })
        : h("p", { class: `note ${winner.action}` }, foreign(`${winner.judge}: ${winner.reason}`)),
  ]);
}
