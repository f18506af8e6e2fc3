/** Icons of the navigation: sixteen pixels, drawn lines, always beside a word. */
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";

const PATHS = {
  now: "M8 2v6l4 2M14 8A6 6 0 112 8a6 6 0 0112 0z",
  sessions: "M2 4h7M4 8h9M7 12h6",
  calls: "M2.5 4h.1M2.5 8h.1M2.5 12h.1M5.5 4h8M5.5 8h8M5.5 12h8",
  approvals: "M8 2l6 6-6 6-6-6zM8 5.8v2.6M8 10.4v.1",
  tools: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM11.2 9v4.5M9 11.2h4.5",
  fleet: "M2.5 3.5h11v3h-11zM2.5 9.5h11v3h-11zM5 5h.1M5 11h.1M8 6.5v3",
  views: "M5.5 2.5h8v8h-8zM10.5 10.5v3h-8v-8h3M8 6.5h3M9.5 5v3",
  policy: "M2.5 4h11M2.5 8h6M2.5 12h4M10 11l1.6 1.6L14.5 9.5",
  sources: "M2 8h4M6 5h4v6H6zM10 6.5h3.5M10 9.5h3.5",
  chat: "M2.5 3h11v8h-6l-3 2.5V11h-2z",
  figures: "M2.5 13.5v-5M6.2 13.5v-9M9.8 13.5v-7M13.5 13.5v-11",
  record:
    "M6.5 9.5l3-3M7 4.5l1.4-1.4a2.8 2.8 0 014 4L11 8.5M9 11.5l-1.4 1.4a2.8 2.8 0 01-4-4L5 7.5",
  more: "M3 8h.1M8 8h.1M13 8h.1",
  copy: "M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2",
  search: "M11.2 7a4.2 4.2 0 11-8.4 0 4.2 4.2 0 018.4 0zM10.2 10.2l3.3 3.3",
  theme: "M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM8 2.5v11",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): VNode {
  return h(
    "svg",
    {
      width: "16",
      height: "16",
      viewBox: "0 0 16 16",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1.5",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    h("path", { d: PATHS[name] }),
  );
}

/** The mark of the product: its road. */
export function Brand(): VNode {
  return h(
    "svg",
    { width: "18", height: "18", viewBox: "0 0 18 18", "aria-hidden": "true" },
    h("path", { d: "M1 14h3V9H1zM5.5 14h3V9h-3zM10 14h3V3h-3z", fill: "currentColor" }),
    h("path", { d: "M14.5 14h2.5v-2h-2.5z", fill: "currentColor", opacity: ".45" }),
  );
}
