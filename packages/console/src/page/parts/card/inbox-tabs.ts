/** The ways of a question: it waits, it was answered, and what an answer stored holds until it is taken back. */
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Link } from "../../ground/router.ts";

const TABS = [
  { path: "/", text: "Waiting" },
  { path: "/answered", text: "Answered" },
  { path: "/receipts", text: "Receipts" },
] as const;

export type InboxTab = (typeof TABS)[number]["path"];

export function InboxTabs({
  current,
  count,
}: {
  readonly current: InboxTab;
  /** Of the current one, where it is known. */
  readonly count?: number | null;
}): VNode {
  return h(
    "nav",
    { class: "seg", "aria-label": "Questions" },
    TABS.map(({ path, text }) =>
      h(Link, {
        key: path,
        to: path,
        current: path === current,
        children: [text, path === current && count != null ? h("i", {}, ` ${count}`) : null],
      }),
    ),
  );
}
