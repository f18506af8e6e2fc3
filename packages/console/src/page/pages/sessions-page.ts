/** Recorded sessions: search, filters, pages. New sessions wait behind a line while a person reads. */
import type {
  Approvals,
  Figures,
  ListedSession,
  SessionCounts,
  SessionList,
  Waiting,
} from "@toolplane/contract/console";
import { formatCount, formatDuration, formatMoment, formatPlural } from "@toolplane/readings";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Live } from "../api/live.ts";
import { type Loaded, useData } from "../api/use-data.ts";
import { usePages } from "../api/use-pages.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { PagedList } from "../parts/base/paged-list.ts";
import { Segments } from "../parts/base/panel.ts";
import { useRowKeys } from "../parts/base/row-keys.ts";
import { SearchBox } from "../parts/base/search-box.ts";
import { SortHead } from "../parts/base/sort-head.ts";
import { callsPath, readSearch } from "../parts/calls/read-search.ts";
import { Totals } from "../parts/display/totals.ts";
import { whoText } from "../parts/session/session-people.ts";
import { SessionState, sessionTitle, VerdictMix } from "../parts/session/session-state.ts";
import { type SessionTreeRow, sessionTreeRows } from "../parts/session/session-tree-rows.ts";

const FILTERS = ["all", "live", "waiting", "denied", "unknown"] as const;
type Filter = (typeof FILTERS)[number];
const TEXTS: Readonly<Record<Filter, string>> = {
  all: "All",
  live: "Live",
  waiting: "Waiting",
  denied: "With denials",
  unknown: "Unknown",
};

interface View {
  readonly filter: Filter;
  readonly words: string;
  readonly isAll: boolean;
}

export function SessionsPage({
  live,
  query,
}: {
  readonly live: Live;
  readonly query: URLSearchParams;
}): VNode {
  const view: View = {
    filter: FILTERS.find((one) => one === query.get("filter")) ?? "all",
    words: query.get("q") ?? "",
    isAll: query.get("all") === "true",
  };
  const all = String(view.isAll);
  const search = new URLSearchParams({ filter: view.filter, q: view.words, all, limit: "50" });
  const list = usePages<SessionList>(`/sessions?${search}`, live, ["sessions", "approvals"]);
  const { first } = list;
  const asked = useData<Approvals>("/approvals");
  const waiting = new Map((asked.data?.waiting ?? []).map((one) => [one.sessionId, one]));
  // What takes looking through many sessions comes after the rows that a person waits for.
  const counts = useCounts(first === null ? null : `/session-counts?all=${all}`);
  const figures = useData<Figures>(first === null ? null : "/figures?days=30");
  const sort: Sort = SORTS.find((one) => one === query.get("sort")) ?? "last";
  const rows = sorted(
    list.pages.flatMap((page) => page.sessions),
    sort,
  );
  const at = useRowKeys(rows.length, (row) => {
    const chosen = rows[row];
    if (chosen) go(sessionPath(chosen.session.sessionId));
  });
  const refresh = (): void => {
    list.refresh();
    void asked.reload();
    void counts.reload();
  };
  const isBare = view.words === "" && view.filter === "all";
  return h("div", {}, [
    h(SessionsHead, { view, total: first?.total ?? null, counts: counts.data }),
    figures.data ? h(Totals, { figures: figures.data }) : null,
    h(PagedList, {
      list: { ...list, refresh },
      isRead: first !== null,
      what: "the sessions",
      empty: rows.length > 0 ? null : isBare ? NOTHING_YET : nothingFits(view),
      children: h(SessionTable, { rows, waiting, at, sort }),
    }),
    h("p", { class: "t3 sm hide-s below" }, [
      first
        ? `Showing ${formatCount(rows.length)} of ${formatCount(first.total)}, newest first. `
        : "",
      ...[h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " move · "],
      ...[h("kbd", {}, "Enter"), " open · ", h("kbd", {}, "?"), " all keys"],
    ]),
  ]);
}

/** Asked again while the count grows: each time the server goes on from what it has read. */
function useCounts(path: string | null): Loaded<SessionCounts> {
  const counts = useData<SessionCounts>(path);
  const before = useRef(-1);
  useEffect(() => {
    const { isWhole, looked } = counts.data ?? { isWhole: true, looked: -1 };
    if (!isWhole && looked > before.current) void counts.reload();
    before.current = looked;
  }, [counts.data]);
  return counts;
}

const SORTS = ["last", "calls", "asked", "denied", "waited", "took"] as const;
type Sort = (typeof SORTS)[number];
const SIZES: Readonly<Record<Exclude<Sort, "last">, (session: ListedSession) => number>> = {
  calls: ({ calls }) => calls,
  asked: ({ asked }) => asked,
  denied: ({ refused }) => refused,
  waited: ({ waitedMs }) => waitedMs,
  took: ({ startedAtMs, lastAtMs }) => lastAtMs - startedAtMs,
};

/** By time with the sessions that each started below it; by anything else each for itself. */
function sorted(sessions: readonly ListedSession[], sort: Sort): readonly SessionTreeRow[] {
  if (sort === "last") return sessionTreeRows(sessions);
  const size = SIZES[sort];
  return sessions
    .toSorted((left, right) => size(right) - size(left))
    .map((session) => ({ session, depth: 0 }));
}

/** Leads to another page for what was called. */
function nothingFits({ words }: View): ComponentChildren {
  if (words === "") return "Nothing fits.";
  const to = callsPath(readSearch(words));
  return ["Nothing fits. ", h(Link, { to, class: "l", children: "Look for it among the calls" })];
}

const NOTHING_YET =
  "No session of this folder is recorded yet. toolplane call read README.md makes one.";

function SessionsHead({
  view,
  total,
  counts,
}: {
  readonly view: View;
  readonly total: number | null;
  readonly counts: SessionCounts | null;
}): VNode {
  const countOf = (value: Filter): string => {
    if (value === "all") return total === null ? "" : ` ${formatCount(total)}`;
    return counts === null ? "" : ` ${formatCount(counts[value])}${counts.isWhole ? "" : "+"}`;
  };
  return h("div", { class: "ph" }, [
    h("h1", {}, "Sessions"),
    h(Segments<Filter>, {
      label: "Filter",
      value: view.filter,
      options: FILTERS.map((value) => ({
        value,
        text: TEXTS[value],
        count: countOf(value),
      })),
      onPick: (value) => go(withQuery({ filter: value === "all" ? null : value })),
    }),
    h("span", { class: "sp" }),
    h("label", { class: "row sm t2" }, [
      h("input", {
        type: "checkbox",
        checked: view.isAll,
        onChange: () => go(withQuery({ all: view.isAll ? null : "true" })),
      }),
      "every folder",
    ]),
    h(SearchBox, {
      label: "Search sessions",
      hint: "words, id, folder",
      value: view.words,
      onWords: (q) => go(withQuery({ q }), { replace: true }),
    }),
  ]);
}

function SessionTable({
  rows,
  waiting,
  at,
  sort,
}: {
  readonly rows: readonly SessionTreeRow[];
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly at: number;
  readonly sort: Sort;
}): VNode {
  const head = (name: Sort, text: string): VNode =>
    h(SortHead, { sort, name, text, first: "last", class: "r" });
  return h("table", { class: "tb" }, [
    h("colgroup", {}, [
      h("col", { class: "c1" }),
      h("col", {}),
      h("col", { class: "hide-s hide-m w140" }),
      h("col", { class: "hide-s w60" }),
      h("col", { class: "hide-s hide-m w80" }),
      h("col", { class: "hide-s w60" }),
      h("col", { class: "hide-s w80" }),
      h("col", { class: "hide-s hide-m w80" }),
      h("col", { class: "hide-s w80" }),
      h("col", { class: "hide-s w92" }),
    ]),
    h(
      "thead",
      { class: "hide-s" },
      h("tr", {}, [
        h("th", { scope: "col" }, "State"),
        h("th", { scope: "col" }, "Session"),
        h("th", { scope: "col", class: "hide-m" }, "Client · person"),
        head("calls", "Calls"),
        h("th", { scope: "col", class: "hide-m" }, "Verdicts"),
        head("asked", "Asked"),
        head("denied", "Denied"),
        h(SortHead, { sort, name: "waited", text: "Waited", first: "last", class: "r hide-m" }),
        head("took", "Took"),
        head("last", "Last"),
      ]),
    ),
    h(
      "tbody",
      {},
      rows.map(({ session, depth }, index) =>
        h(SessionRow, {
          key: session.sessionId,
          session,
          depth,
          waits: waiting.get(session.sessionId),
          isSelected: index === at,
        }),
      ),
    ),
  ]);
}

function SessionRow({
  session,
  depth,
  waits,
  isSelected,
}: {
  readonly session: ListedSession;
  readonly depth: number;
  readonly waits: Waiting | undefined;
  readonly isSelected: boolean;
}): VNode {
  const { sessionId, calls, asked, refused, startedAtMs, lastAtMs, state } = session;
  const who = [whoText(session), session.person].filter((one) => one !== "").join(" · ");
  // One that runs or waits takes until now, whatever it wrote down last.
  const endMs = state === "open" ? Math.max(lastAtMs, Date.now()) : lastAtMs;
  return h(
    "tr",
    { class: isSelected ? "go sel" : "go", onClick: () => go(sessionPath(sessionId)) },
    [
      h("td", {}, h(SessionState, { session, isWaiting: waits !== undefined })),
      h("td", {}, [
        h("div", { class: "el", style: { paddingLeft: `${Math.min(depth, 6) * 20}px` } }, [
          depth === 0 ? null : h("span", { class: "t3", "aria-hidden": "true" }, "└ "),
          session.agent === null ? null : h("span", { class: "tag" }, foreign(session.agent)),
          session.agent === null ? null : " ",
          h(Link, { to: sessionPath(sessionId), children: foreign(sessionTitle(session, waits)) }),
        ]),
        h(
          "div",
          { class: "only-s t3 sm" },
          `${formatPlural(calls, "call")} · ${asked} asked · ${refused} denied`,
        ),
      ]),
      h("td", { class: "hide-s hide-m el t2", title: who }, foreign(who)),
      h("td", { class: "hide-s r" }, formatCount(calls)),
      h("td", { class: "hide-s hide-m" }, h(VerdictMix, { session })),
      h("td", { class: `hide-s r ${asked === 0 ? "t3" : ""}` }, formatCount(asked)),
      h("td", { class: `hide-s r ${refused === 0 ? "t3" : ""}` }, formatCount(refused)),
      h("td", { class: "hide-s hide-m r nw t3" }, waitedWords(session, waits)),
      h("td", { class: "hide-s r nw" }, formatDuration(endMs - startedAtMs)),
      h("td", { class: "hide-s r t3 nw" }, formatMoment(lastAtMs, { nowMs: Date.now() })),
    ],
  );
}

/** How long people were waited for; of one that waits, how long that is by now. */
function waitedWords({ waitedMs }: ListedSession, waits: Waiting | undefined): ComponentChildren {
  if (waits === undefined) return waitedMs < 1 ? "" : formatDuration(waitedMs);
  return h("b", { class: "v ask" }, formatDuration(Math.max(0, Date.now() - waits.sinceMs)));
}
