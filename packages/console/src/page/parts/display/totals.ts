import type { Figures } from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";

/** The figures of some days as a strip. They are of every folder. */
export function Totals({ figures }: { readonly figures: Figures }): VNode {
  const sum = (name: "calls" | "asked" | "refused" | "failed"): number =>
    figures.days.reduce((all, day) => all + day[name], 0);
  const calls = sum("calls");
  const asked = sum("asked");
  const refused = sum("refused");
  const failed = sum("failed");
  const share = (part: number): string =>
    calls === 0 ? "" : `${((part / calls) * 100).toFixed(1)} %`;
  const figure = (name: string, value: string, note: string): VNode =>
    h("div", { class: "fig" }, [h("dt", {}, name), h("dd", {}, [value, h("small", {}, note)])]);
  const unasked = Math.max(0, calls - asked - refused);
  return h("dl", { class: "figs", "aria-label": "Figures of every folder" }, [
    figure(
      "Calls, every folder",
      formatCount(calls),
      `in ${formatPlural(figures.days.length, "day")}`,
    ),
    figure("Ran unasked", formatCount(unasked), share(unasked)),
    figure("Answers", formatCount(asked), share(asked)),
    figure("Refused", formatCount(refused), share(refused)),
    figure("Failed", formatCount(failed), share(failed)),
    figure(
      "Asked a session",
      figures.questionsPerSession === null ? "–" : figures.questionsPerSession.toFixed(1),
      `on average, ${sampleWords(figures)}`,
    ),
  ]);
}

/** Days are counted whole; what only the calls themselves say is of the newest ones, and each panel names them. */
export function sampleWords({ sampled }: Figures): string {
  return `of the newest ${formatPlural(sampled, "call")}`;
}
