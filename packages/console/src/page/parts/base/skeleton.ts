/** The shape of what is being read: the page does not jump when it is there. */
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";

export function Skeleton({
  rows = 6,
  what,
}: {
  readonly rows?: number;
  /** For who cannot see the bars: `the rules`. */
  readonly what: string;
}): VNode {
  return h("div", { class: "skel", role: "status" }, [
    h("span", { class: "sr" }, `Reading ${what}.`),
    ...Array.from({ length: rows }, (_, at) => h("i", { key: at, "aria-hidden": "true" })),
  ]);
}
