/** Plots as plain boxes: lengths for the eye, and the numbers themselves as text for everybody. */
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";

export interface BarListProps {
  readonly bars: readonly {
    readonly name: string;
    readonly count: number;
    readonly note?: string;
    readonly isPlain?: boolean;
  }[];
  readonly unit: string;
  /** Of what asked (`k`) or was refused (`d`); grey otherwise. */
  readonly kind?: "k" | "d";
}

/** One line for each, the number beside its bar. */
export function BarList({ bars, unit, kind }: BarListProps): VNode {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return h(
    "ul",
    { class: "bars" },
    bars.map(({ name, count, note, isPlain = false }) =>
      h("li", { key: name }, [
        h("span", { class: "el" }, foreign(name)),
        h(
          "span",
          { class: `meter ${isPlain ? "" : (kind ?? "")}`, "aria-hidden": "true" },
          h("i", { style: { width: `${(count / most) * 100}%` } }),
        ),
        h("span", { class: "r nw" }, formatPlural(count, unit)),
        note === undefined ? null : h("span", { class: "r nw t3" }, note),
      ]),
    ),
  );
}

export interface ColumnsProps {
  readonly columns: readonly {
    readonly name: string;
    readonly count: number;
    readonly text: string;
  }[];
  readonly unit: string;
}

export function Columns({ columns, unit }: ColumnsProps): VNode {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const words = columns.filter(({ count }) => count > 0).map(({ text }) => text);
  return h("div", {}, [
    h(
      "div",
      {
        class: "plot",
        role: "img",
        "aria-label": words.length === 0 ? "Nothing." : words.join("; "),
      },
      columns.map(({ name, count, text }) =>
        h(
          "div",
          { key: name, title: text },
          h("i", { style: { height: `${(count / most) * 100}%` } }),
        ),
      ),
    ),
    h("div", { class: "plot-axis" }, [
      h("span", {}, columns[0]?.name ?? ""),
      h("span", {}, `most: ${formatCount(most)} ${unit} a day`),
      h("span", {}, columns.at(-1)?.name ?? ""),
    ]),
  ]);
}
