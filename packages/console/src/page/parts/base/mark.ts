/** Verdict marks: one silhouette each, always with its word, never by colour alone. */
import type { CallMark, ChatMark } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";

/** Every mark that the page draws: those of recorded calls, those of a chat, and one of its own. */
export type MarkName = CallMark | ChatMark | "opaque";

const SURFACE = "var(--surface)";

/** Outlines in a box of twelve: what is filled, then what is drawn on it. */
const SHAPES: Readonly<Record<MarkName, readonly Readonly<Record<string, string>>[]>> = {
  allow: [
    { d: "M6 1a5 5 0 100 10A5 5 0 006 1z", fill: "currentColor" },
    { d: "M3.6 6.2l1.7 1.7 3.1-3.6", stroke: SURFACE, "stroke-width": "1.4", fill: "none" },
  ],
  ask: [
    { d: "M6 .6L11.4 6 6 11.4.6 6z", fill: "currentColor" },
    { d: "M6 3.6v2.8M6 8.2v.2", stroke: SURFACE, "stroke-width": "1.4" },
  ],
  waiting: [
    {
      d: "M6 1.1L10.9 6 6 10.9 1.1 6z",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1.4",
    },
  ],
  deny: [
    { d: "M3.8 1h4.4L11 3.8v4.4L8.2 11H3.8L1 8.2V3.8z", fill: "currentColor" },
    { d: "M3.6 6h4.8", stroke: SURFACE, "stroke-width": "1.6" },
  ],
  failed: [{ d: "M2 2l8 8M10 2l-8 8", stroke: "currentColor", "stroke-width": "1.8" }],
  opaque: [
    { d: "M1 1h10v10H1z", fill: "none", stroke: "currentColor" },
    { d: "M1 5l4-4M1 9l8-8M3 11l8-8M7 11l4-4", stroke: "currentColor" },
  ],
  unknown: [
    { d: "M1 1h10v10H1z", fill: "none", stroke: "currentColor", "stroke-dasharray": "2 1.4" },
    {
      d: "M4.4 4.6a1.7 1.7 0 113 1c-.6.5-1.3.7-1.3 1.5M6.1 9v.1",
      stroke: "currentColor",
      fill: "none",
    },
  ],
  running: [
    {
      d: "M6 1.4a4.6 4.6 0 100 9.2 4.6 4.6 0 000-9.2z",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1.4",
      opacity: ".35",
    },
    { d: "M6 1.4A4.6 4.6 0 0110.6 6", fill: "none", stroke: "currentColor", "stroke-width": "1.6" },
  ],
  off: [{ d: "M2 6h8", stroke: "currentColor", "stroke-width": "1.6" }],
};

const CLASSES: Readonly<Record<MarkName, string>> = {
  allow: "allow",
  ask: "ask",
  waiting: "wait",
  deny: "deny",
  failed: "error",
  opaque: "opaque",
  unknown: "unknown",
  running: "run",
  off: "off",
};

export interface MarkProps {
  readonly name: MarkName;
  readonly word: string;
  /** In a dense row the word is for screen readers only. */
  readonly dense?: boolean;
}

export function Mark({ name, word, dense = false }: MarkProps): VNode {
  return h(
    "span",
    { class: `v ${CLASSES[name]}` },
    h(
      "svg",
      {
        width: "12",
        height: "12",
        viewBox: "0 0 12 12",
        "stroke-linecap": "round",
        "aria-hidden": "true",
      },
      SHAPES[name].map((shape) => h("path", shape)),
    ),
    dense ? h("span", { class: "sr" }, word) : word,
  );
}
