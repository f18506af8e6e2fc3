/** Calls of all sessions: words, filters and time are in the address; equal calls are one row; the page says how far the index is. */
import {
  CALL_FILTERS,
  type FoundCallsPage,
  type FoundGroup,
  type IndexProgress,
} from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Live } from "../api/live.ts";
import { type LoadedPages, usePages } from "../api/use-pages.ts";
import { h } from "../ground/h.ts";
import { go, sessionPath, withQuery } from "../ground/router.ts";
import { CopyButton } from "../parts/base/copy-button.ts";
import { PagedList } from "../parts/base/paged-list.ts";
import { Empty } from "../parts/base/panel.ts";
import { useRowKeys } from "../parts/base/row-keys.ts";
import { CALL_SORTS, type CallSort, CallTable } from "../parts/calls/call-table.ts";
import { FilterBar } from "../parts/calls/filter-bar.ts";

/** A page that waits for the index looks again after this. */
const LOOK_AGAIN_MS = 3_000;
const ASKED = [...CALL_FILTERS, "q", "last", "from", "until", "all", "each"] as const;

export function CallsPage({
  live,
  query,
}: {
  readonly live: Live;
  readonly query: URLSearchParams;
}): VNode {
  const list = useCalls(query, live);
  const { first, pages } = list;
  const sort: CallSort = CALL_SORTS.find((one) => one === query.get("sort")) ?? "last";
  const groups = sorted(
    pages.flatMap((page) => page.groups),
    sort,
  );
  const at = useRowKeys(groups.length, (row) => {
    const call = groups[row]?.call;
    if (call) go(sessionPath(call.sessionId, call.callId));
  });
  if (first?.index === null) return h("div", {}, [h("h1", {}, "Calls"), h(Empty, {}, NO_INDEX)]);
  const shown = pages.reduce((sum, { calls }) => sum + calls, 0);
  const isAsked = ASKED.some((name) => query.has(name));
  return h("div", {}, [
    h(CallsHead, { query, shown: first ? shown : null, hasMore: list.next !== null }),
    h(FilterBar, { query }),
    h(PagedList, {
      list,
      isRead: first !== null,
      what: "the calls",
      empty: groups.length > 0 ? null : isAsked ? "No call fits." : NOTHING_YET,
      children: h(CallTable, { groups, sort, at }),
    }),
    h("p", { class: "t3 sm hide-s below" }, [
      sort === "last" ? "" : "Sorted among the rows that are shown. ",
      ...[h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " move · "],
      ...[h("kbd", {}, "Enter"), " open · ", h("kbd", {}, "ctrl k"), " search everything"],
    ]),
    first?.index ? h(Progress, { index: first.index }) : null,
  ]);
}

const NOTHING_YET =
  "No call of this folder is recorded yet. toolplane call read README.md makes one.";
const NO_INDEX =
  "This store keeps no index of calls, so calls cannot be searched. Sessions lists sessions, and each lists its calls.";

function sorted(groups: readonly FoundGroup[], sort: CallSort): readonly FoundGroup[] {
  if (sort === "calls") return groups.toSorted((left, right) => right.count - left.count);
  if (sort === "last") return groups;
  return groups.toSorted(
    (left, right) => (right.call.durationMs ?? -1) - (left.call.durationMs ?? -1),
  );
}

/** Looked at again while the index is behind, unless a person has gone on: their rows stay where they are. */
function useCalls(query: URLSearchParams, live: Live): LoadedPages<FoundCallsPage> {
  const wanted = new URLSearchParams({ limit: "50" });
  for (const name of ASKED) {
    const value = query.get(name);
    if (value !== null && value !== "") wanted.set(name, value);
  }
  const list = usePages<FoundCallsPage>(`/calls?${wanted}`, live, ["sessions"]);
  const isBehind = (list.first?.index?.left ?? 0) > 0;
  useEffect(() => {
    if (!isBehind || list.pages.length > 1) return;
    const timer = setTimeout(() => void list.reload(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [list.first, list.pages.length]);
  return list;
}

function CallsHead({
  query,
  shown,
  hasMore,
}: {
  readonly query: URLSearchParams;
  readonly shown: number | null;
  readonly hasMore: boolean;
}): VNode {
  const box = (name: "each" | "all", text: string): VNode =>
    h("label", { class: "row sm t2" }, [
      h("input", {
        type: "checkbox",
        checked: query.get(name) === "true",
        onChange: () => go(withQuery({ [name]: query.get(name) === "true" ? null : "true" })),
      }),
      text,
    ]);
  const count = shown === null ? "" : formatPlural(shown, "call");
  return h("div", { class: "ph" }, [
    h("h1", {}, "Calls"),
    h("span", { class: "sub" }, hasMore ? `the newest ${formatCount(shown ?? 0)} that fit` : count),
    h(CopyButton, { text: window.location.href, what: "the address of this search" }),
    h("span", { class: "sp" }),
    box("each", "each call"),
    box("all", "every folder"),
  ]);
}

function Progress({ index: { left, total } }: { readonly index: IndexProgress }): VNode | null {
  if (left === 0) return null;
  const share = Math.floor(((total - left) / Math.max(1, total)) * 100);
  return h(
    "p",
    { class: "note sm below", role: "status" },
    `Older calls are still being indexed: ${share} %. Until then some are missing here; nothing is lost.`,
  );
}
