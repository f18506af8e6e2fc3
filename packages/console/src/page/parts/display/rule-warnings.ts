/** Rules that match nothing here, and rows that cannot be read: what a person should mend. */
import type { IdleRule } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { placeWords, ruleWords } from "./rule-box.ts";

const MOST = 5;

export function RuleWarnings({
  idle,
  broken = [],
}: {
  readonly idle: readonly IdleRule[];
  readonly broken?: readonly string[];
}): VNode | null {
  const texts = [
    ...broken.map((text) => `Does not hold: ${text}`),
    ...idle.map(({ rule, source, reason, near }) => {
      const meant = near === null ? "" : `. Did you mean "${near}"?`;
      return `${ruleWords(rule)} (${placeWords(source)}) matches nothing: ${reason}${meant}`;
    }),
  ];
  if (texts.length === 0) return null;
  const more = texts.length - MOST;
  return h("div", { class: "warns" }, [
    ...texts
      .slice(0, MOST)
      .map((text, index) => h("p", { key: index, class: "note ask" }, foreign(text))),
    more > 0 ? h("p", { class: "t3 sm" }, `and ${more} more`) : null,
  ]);
}
