/** The head of a column that sorts its table, and says so to who cannot see the arrow. */
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { go, withQuery } from "../../ground/router.ts";

export interface SortHeadProps {
  /** The column that the table is sorted by now. */
  readonly sort: string;
  readonly name: string;
  readonly text: string;
  /** The order where the address names none: it is left out of it. */
  readonly first: string;
  readonly class?: string;
  /** Names go up from a, figures down from the largest. */
  readonly isUp?: boolean;
}

export function SortHead({
  sort,
  name,
  text,
  first,
  class: look = "",
  isUp = false,
}: SortHeadProps): VNode {
  const isSorted = sort === name;
  const order = isUp ? "ascending" : "descending";
  return h(
    "th",
    { scope: "col", class: look, "aria-sort": isSorted ? order : undefined },
    h(
      "button",
      {
        type: "button",
        class: "sort",
        onClick: () => go(withQuery({ sort: name === first ? null : name }), { replace: true }),
      },
      isSorted ? `${text} ${isUp ? "↑" : "↓"}` : text,
    ),
  );
}
