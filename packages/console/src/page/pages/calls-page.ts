/** Calls of all sessions: words, filters and time are in the address; equal calls are one row; the page says how far the index is. */
import type { FoundCallsPage, FoundGroup, IndexProgress } from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { type ApiFault, getJson } from "../api/request.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, sessionPath, withQuery } from "../ground/router.ts";
import { useKeys } from "../parts/base/keys.ts";
import { Empty, Fault } from "../parts/base/panel.ts";
import { CALL_SORTS, type CallSort, CallTable } from "../parts/calls/call-table.ts";
import { FilterBar } from "../parts/calls/filter-bar.ts";
import { CALL_FILTERS } from "../parts/calls/read-search.ts";

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
  const { page, fault } = list;
  const sort: CallSort = CALL_SORTS.find((one) => one === query.get("sort")) ?? "last";
  const groups = sorted(list.groups, sort);
  const [at, setAt] = useState(0);
  const step = (index: number): void => {
    setAt(index);
    document.querySelectorAll<HTMLElement>(".tb tbody .cl a")[index]?.focus();
  };
  useKeys({
    j: () => step(Math.min(groups.length - 1, at + 1)),
    k: () => step(Math.max(0, at - 1)),
    Enter: () => {
      const call = groups[at]?.call;
      if (call) go(sessionPath(call.sessionId, call.callId));
    },
  });
  if (page?.index === null) return h("div", {}, [h("h1", {}, "Calls"), h(Empty, {}, NO_INDEX)]);
  return h("div", {}, [
    h(CallsHead, { query, shown: page ? list.calls : null, hasMore: list.next !== null }),
    h(FilterBar, { query }),
    fault ? h(Fault, { fault, retry: list.refresh }) : null,
    h("div", { class: "pan" }, [
      list.isFresh
        ? h(
            "button",
            { type: "button", class: "fresh", onClick: list.refresh },
            "There is something new. Show it.",
          )
        : null,
      page && groups.length === 0
        ? h(Empty, {}, ASKED.some((name) => query.has(name)) ? "No call fits." : NOTHING_YET)
        : h(CallTable, { groups, sort, at }),
      list.next === null
        ? null
        : h(
            "div",
            { class: "more" },
            h("button", { type: "button", class: "b", onClick: () => void list.more() }, "Next 50"),
          ),
    ]),
    h("p", { class: "t3 sm hide-s below" }, [
      sort === "last" ? "" : "Sorted among the rows that are shown. ",
      ...[h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " move · "],
      ...[h("kbd", {}, "Enter"), " open · ", h("kbd", {}, "ctrl k"), " search everything"],
    ]),
    page?.index ? h(Progress, { index: page.index }) : null,
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

interface LoadedCalls {
  readonly page: FoundCallsPage | null;
  readonly groups: readonly FoundGroup[];
  readonly calls: number;
  readonly next: string | null;
  readonly fault: ApiFault | null;
  /** Something changed since it was read; nothing that is shown has moved. */
  readonly isFresh: boolean;
  readonly refresh: () => void;
  readonly more: () => Promise<void>;
}

function useCalls(query: URLSearchParams, live: Live): LoadedCalls {
  const wanted = new URLSearchParams({ limit: "50" });
  for (const name of ASKED) {
    const value = query.get(name);
    if (value !== null && value !== "") wanted.set(name, value);
  }
  const search = wanted.toString();
  const { data, fault, reload } = useData<FoundCallsPage>(`/calls?${search}`);
  const [later, setLater] = useState<readonly FoundCallsPage[]>([]);
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    setLater([]);
    setFresh(false);
  }, [search]);
  useLive(live, ["sessions"], () => setFresh(true));
  const isBehind = (data?.index?.left ?? 0) > 0;
  const refresh = (): void => {
    setLater([]);
    setFresh(false);
    void reload();
  };
  useEffect(() => {
    // Rows that a person has gone on to stay where they are.
    if (!isBehind || later.length > 0) return;
    const timer = setTimeout(() => void reload(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data, later.length]);
  const pages = data ? [data, ...later] : [];
  const next = pages.at(-1)?.next ?? null;
  return {
    page: data,
    groups: pages.flatMap((page) => page.groups),
    calls: pages.reduce((sum, { calls }) => sum + calls, 0),
    next,
    fault,
    isFresh,
    refresh,
    async more() {
      const after = encodeURIComponent(next ?? "");
      const answer = await getJson<FoundCallsPage>(`/calls?${search}&after=${after}`);
      if (answer.ok) setLater([...later, answer.value]);
    },
  };
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
