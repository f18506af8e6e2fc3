/** Rules by their file: what each says, how often it decided and when last. */
import type { ListedRule, RuleHits } from "@toolplane/contract/console";
import { formatCount, formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { placeWords } from "./rule-box.ts";

const COLUMNS: readonly (readonly [title: string, look: string])[] = [
  ["Action", ""],
  ["Permission", "hide-s"],
  ["Pattern", ""],
  ["Where", "hide-s"],
  ["Decided", "r"],
  ["Last", "r hide-s"],
];

export function RuleTable({
  rules,
  hits,
}: {
  readonly rules: readonly ListedRule[];
  /** Null: not counted yet. */
  readonly hits: RuleHits | null;
}): VNode {
  const groups = Map.groupBy(rules, ({ source }) => source.file ?? source.scope);
  const counted = new Map(hits?.hits.map((hit) => [ruleKey(hit), hit]));
  return h("table", { class: "tb pol" }, [
    h("colgroup", {}, [
      h("col", { class: "w92" }),
      h("col", { class: "w92 hide-s" }),
      h("col", {}),
      h("col", { class: "c1 hide-s" }),
      h("col", { class: "w80" }),
      h("col", { class: "w92 hide-s" }),
    ]),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        COLUMNS.map(([title, look]) => h("th", { scope: "col", class: look }, title)),
      ),
    ),
    h(
      "tbody",
      {},
      [...groups].flatMap(([name, own]) => [
        h("tr", { key: name, class: "grp" }, h("td", { colSpan: COLUMNS.length }, foreign(name))),
        ...own.map((listed, index) =>
          h(RuleRow, { key: `${name}-${index}`, listed, hit: counted.get(ruleKey(listed)) }),
        ),
      ]),
    ),
  ]);
}

function RuleRow({
  listed: { rule, source },
  hit,
}: {
  readonly listed: ListedRule;
  readonly hit: RuleHits["hits"][number] | undefined;
}): VNode {
  return h("tr", {}, [
    h(
      "td",
      {},
      rule.action
        ? h(Mark, { name: rule.action, word: rule.action })
        : h("span", { class: "tag" }, foreign(`label ${rule.label ?? ""}`)),
    ),
    h("td", { class: "m hide-s" }, foreign(rule.permission)),
    h("td", {}, [
      h(
        "span",
        { class: "m" },
        foreign(
          `${rule.pattern}${rule.after ? ` after ${rule.after.join(" + ")}` : ""}${rule.unless ? ` unless ${rule.unless}` : ""}`,
        ),
      ),
      h("div", { class: "t3 sm" }, exampleWords(rule)),
    ]),
    h("td", { class: "m hide-s t2 el" }, foreign(placeWords(source))),
    h("td", { class: "r" }, hit === undefined ? "" : formatCount(hit.calls)),
    h("td", { class: "r hide-s t2" }, lastWords(hit)),
  ]);
}

/** A rule whose examples do not hold is not in force, so those of one that is here do. */
function exampleWords({ match = [], no_match = [] }: ListedRule["rule"]): string {
  const count = match.length + no_match.length;
  return count === 0 ? "" : `${formatPlural(count, "example")}, ${count === 1 ? "holds" : "hold"}`;
}

function lastWords(hit: RuleHits["hits"][number] | undefined): string {
  if (hit === undefined) return "";
  return hit.lastAtMs === null ? "never" : formatMoment(hit.lastAtMs, { nowMs: Date.now() });
}

/** Both lists come from one server, which writes a rule the same way in each. */
function ruleKey({ rule, source }: ListedRule): string {
  return JSON.stringify([rule, source]);
}
