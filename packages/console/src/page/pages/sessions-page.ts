/** Recorded sessions: search, filters, pages. New sessions wait behind a line while a person reads. */
import type { Approvals, ListedSession, SessionList, Waiting } from "@toolplane/contract/console";
import { formatCount, formatDuration, formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import type { Live } from "../api/live.ts";
import { useData } from "../api/use-data.ts";
import { usePages } from "../api/use-pages.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { PagedList } from "../parts/base/paged-list.ts";
import { Segments } from "../parts/base/panel.ts";
import { useRowKeys } from "../parts/base/row-keys.ts";
import { SearchBox } from "../parts/base/search-box.ts";
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
  const rows = sessionTreeRows(list.pages.flatMap((page) => page.sessions));
  const at = useRowKeys(rows.length, (row) => {
    const chosen = rows[row];
    if (chosen) go(sessionPath(chosen.session.sessionId));
  });
  const refresh = (): void => {
    list.refresh();
    void asked.reload();
  };
  const isBare = view.words === "" && view.filter === "all";
  return h("div", {}, [
    h(SessionsHead, { view, total: first?.total ?? null }),
    h(PagedList, {
      list: { ...list, refresh },
      isRead: first !== null,
      what: "the sessions",
      empty: rows.length > 0 ? null : isBare ? NOTHING_YET : "Nothing fits.",
      children: h(SessionTable, { rows, waiting, at }),
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

const NOTHING_YET =
  "No session of this folder is recorded yet. toolplane call read README.md makes one.";

function SessionsHead({
  view,
  total,
}: {
  readonly view: View;
  readonly total: number | null;
}): VNode {
  return h("div", { class: "ph" }, [
    h("h1", {}, "Sessions"),
    h(Segments<Filter>, {
      label: "Filter",
      value: view.filter,
      options: FILTERS.map((value) => ({
        value,
        text: TEXTS[value],
        ...(value === "all" && total !== null ? { count: ` ${formatCount(total)}` } : {}),
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
}: {
  readonly rows: readonly SessionTreeRow[];
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly at: number;
}): VNode {
  return h("table", { class: "tb" }, [
    h("colgroup", {}, [
      h("col", { class: "c1" }),
      h("col", {}),
      h("col", { class: "hide-s hide-m w140" }),
      h("col", { class: "hide-s hide-m w80" }),
      h("col", { class: "hide-s w56" }),
      h("col", { class: "hide-s hide-m w80" }),
      h("col", { class: "hide-s w56" }),
      h("col", { class: "hide-s w60" }),
      h("col", { class: "hide-s w90" }),
      h("col", { class: "hide-s w92" }),
    ]),
    h(
      "thead",
      { class: "hide-s" },
      h(
        "tr",
        {},
        HEADS.map(([text, name]) => h("th", { scope: "col", class: name }, text)),
      ),
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

const HEADS: readonly (readonly [text: string, name: string])[] = [
  ["State", ""],
  ["Session", ""],
  ["Client · agent", "hide-m"],
  ["Person", "hide-m"],
  ["Calls", "r"],
  ["Verdicts", "hide-m"],
  ["Asked", "r"],
  ["Denied", "r"],
  ["Took", "r"],
  ["Last", "r"],
];

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
      h("td", { class: "hide-s hide-m el t2" }, foreign(whoText(session))),
      h("td", { class: "hide-s hide-m el t2" }, foreign(session.person)),
      h("td", { class: "hide-s r" }, formatCount(calls)),
      h("td", { class: "hide-s hide-m" }, h(VerdictMix, { session })),
      h("td", { class: `hide-s r ${asked === 0 ? "t3" : ""}` }, formatCount(asked)),
      h("td", { class: `hide-s r ${refused === 0 ? "t3" : ""}` }, formatCount(refused)),
      h("td", { class: "hide-s r nw" }, formatDuration(endMs - startedAtMs)),
      h("td", { class: "hide-s r t3 nw" }, formatMoment(lastAtMs, { nowMs: Date.now() })),
    ],
  );
}
