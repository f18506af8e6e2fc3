/** The ways of a question: it waits, it was answered, and what an answer stored holds until it is taken back. */
import { formatCount } from "@toolplane/readings";
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
  waiting,
  receipts = null,
}: {
  readonly current: InboxTab;
  /** Questions that wait; null: not known yet. */
  readonly waiting: number | null;
  readonly receipts?: number | null;
}): VNode {
  const counts: Readonly<Partial<Record<InboxTab, number | null>>> = {
    "/": waiting,
    "/receipts": receipts,
  };
  return h(
    "nav",
    { class: "seg", "aria-label": "Questions" },
    TABS.map(({ path, text }) =>
      h(Link, {
        key: path,
        to: path,
        current: path === current,
        children: [text, counts[path] == null ? null : h("i", {}, ` ${formatCount(counts[path])}`)],
      }),
    ),
  );
}
