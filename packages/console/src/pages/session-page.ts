/** One session: its figures, its timeline as a waterfall, and the call that is selected. */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { markedHref } from "../api/page-mark.ts";
import { getJson } from "../api/request.ts";
import type { CallLine, SessionPage as Facts, SessionLabels, Verified } from "../api/shapes.ts";

import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, Link, withQuery } from "../ground/router.ts";
import { CallDetail } from "../parts/call-detail.ts";
import { ChildTree } from "../parts/child-tree.ts";
import { foreign } from "../parts/foreign.ts";
import { ForkPanel } from "../parts/fork-panel.ts";
import { formatCount, formatDuration, formatPlural, shortPath } from "../parts/format.ts";
import { useKeys } from "../parts/keys.ts";
import { Mark } from "../parts/mark.ts";
import { Empty, Fault } from "../parts/panel.ts";
import { ReplayPanel } from "../parts/replay-panel.ts";
import { RoadTicks } from "../parts/road.ts";
import { SessionState, sessionTitle } from "../parts/session-state.ts";
import { UndoPanel } from "../parts/undo-panel.ts";
import { WindowList } from "../parts/window-list.ts";

type Labels = NonNullable<SessionLabels["labels"]>;

interface CallsPage {
  readonly calls: readonly CallLine[];
  readonly total: number;
  readonly from: number;
}

const PAGE = 200;
/** A finger needs more room than a pointer. */
const ROW = window.matchMedia("(max-width: 900px)").matches ? 44 : 30;

export interface SessionPageProps {
  readonly live: Live;
  readonly sessionId: string;
  readonly callId: string | null;
  readonly startsUndo: boolean;
}

export function SessionPage({ live, sessionId, callId, startsUndo }: SessionPageProps): VNode {
  const base = `/sessions/${encodeURIComponent(sessionId)}`;
  const { data, fault, reload } = useData<Facts>(base);
  const timeline = useTimeline(base);
  // What reads the whole record comes after what somebody waits for.
  const isDrawn = timeline.total > 0;
  const verified = useData<Verified>(isDrawn ? `${base}/verify` : null);
  const seen = useData<SessionLabels>(isDrawn ? `${base}/labels` : null);
  const labels = seen.data?.labels ?? [];
  const [isUndo, setUndo] = useState(startsUndo);
  const [undoFrom, setUndoFrom] = useState<string | null>(null);
  const [isReplay, setReplay] = useState(false);
  const [isFresh, setFresh] = useState(false);
  useLive(live, ["sessions"], () => {
    void timeline.look().then((total) => setFresh(total !== timeline.total));
  });
  useEffect(() => setFresh(false), [timeline.total]);
  if (fault) return h(Fault, { fault, retry: reload });
  if (!data) return h("p", { class: "empty" }, "Reading the session.");
  const { session } = data;
  const { workspace } = session;
  const refresh = (): void => {
    setFresh(false);
    reload();
    verified.reload();
    seen.reload();
    timeline.reload();
  };
  return h("div", {}, [
    h("div", { class: "crumb" }, [
      h(Link, { to: "/sessions", class: "l", children: "Sessions" }),
      " / ",
      h("span", { class: "m" }, foreign(sessionId)),
    ]),
    h(SessionHead, { facts: data, base, isUndo, setUndo, isReplay, setReplay }),
    h(SessionFigures, { facts: data, labels, verified: verified.data }),
    isUndo ? h(UndoPanel, { sessionId, workspace, from: null, onMoved: refresh }) : null,
    undoFrom !== null && callId !== null
      ? h(UndoPanel, {
          key: undoFrom,
          ...{ sessionId, workspace, from: undoFrom, onMoved: refresh },
        })
      : null,
    isReplay ? h(ReplayPanel, { sessionId }) : null,
    h(ForkPanel, { sessionId }),
    h("div", { class: "split" }, [
      h("div", { class: "wf" }, [
        isFresh
          ? h(
              "button",
              { type: "button", class: "fresh", onClick: refresh },
              "New calls. Show them.",
            )
          : null,
        h(Timeline, {
          timeline,
          callId,
          startedAtMs: session.startedAtMs,
          lastAtMs: session.lastAtMs,
        }),
        h(ChildTree, { below: data.below }),
        h(Touched, { facts: data, labels }),
      ]),
      callId === null
        ? h(
            Empty,
            {},
            "Select a call to see its footprint, why it was let through or refused, and what it changed.",
          )
        : h(CallDetail, {
            key: callId,
            ...{ sessionId, callId, workspace },
            ...(data.files.length === 0 ? {} : { onUndo: () => setUndoFrom(callId) }),
          }),
    ]),
  ]);
}

interface SessionHeadProps {
  readonly facts: Facts;
  /** Its path in the API. */
  readonly base: string;
  readonly isUndo: boolean;
  readonly setUndo: (isOpen: boolean) => void;
  readonly isReplay: boolean;
  readonly setReplay: (isOpen: boolean) => void;
}

function SessionHead(props: SessionHeadProps): VNode {
  const { facts, base, isUndo, setUndo, isReplay, setReplay } = props;
  const { session } = facts;
  const fold = (text: string, isOpen: boolean, set: (isOpen: boolean) => void): VNode =>
    h(
      "button",
      {
        type: "button",
        class: "b",
        "aria-expanded": isOpen ? "true" : "false",
        onClick: () => set(!isOpen),
      },
      text,
    );
  return h("div", { class: "ph" }, [
    h("h1", { class: "el" }, foreign(sessionTitle(session))),
    h(SessionState, { session, isWaiting: false }),
    h("span", { class: "sp" }),
    facts.files.length === 0 ? null : fold("Undo files…", isUndo, setUndo),
    h(Link, {
      to: `/policy?session=${encodeURIComponent(session.sessionId)}`,
      class: "b",
      children: "Explain here",
    }),
    fold("Replay", isReplay, setReplay),
    h("a", { class: "b", href: markedHref(`/api/v1${base}/export?rows=true`) }, "Export"),
  ]);
}

function SessionFigures({
  facts,
  labels,
  verified,
}: {
  readonly facts: Facts;
  readonly labels: Labels;
  readonly verified: Verified | null;
}): VNode {
  const { session, below } = facts;
  const names = [...new Set(labels.map(({ label }) => label))];
  const figure = (name: string, value: string | VNode, note: string): VNode =>
    h("div", { class: "fig" }, [h("dt", {}, name), h("dd", {}, [value, h("small", {}, note)])]);
  const chain =
    verified === null
      ? h("span", { class: "t3" }, "…")
      : verified.ok
        ? h(Mark, { name: "allow", word: "whole" })
        : h(Mark, { name: "deny", word: `broken at row ${formatCount(verified.row)}` });
  return h("dl", { class: "figs compact" }, [
    figure(
      "Calls",
      formatCount(session.calls),
      below.length === 0 ? "" : formatPlural(below.length, "child session"),
    ),
    figure(
      "Unasked",
      formatCount(Math.max(0, session.calls - session.asked - session.refused)),
      "",
    ),
    figure("Asked", formatCount(session.asked), ""),
    figure("Denied", formatCount(session.refused), ""),
    figure("Labels", String(names.length), names.join(", ")),
    figure("Record", chain, `${formatCount(session.rows)} rows`),
  ]);
}

interface TimelineState {
  readonly total: number;
  readonly at: (index: number) => CallLine | undefined;
  readonly find: (callId: string | null) => number;
  readonly need: (from: number, until: number) => void;
  /** How many calls there are now; nothing that is shown moves. */
  readonly look: () => Promise<number>;
  readonly reload: () => void;
}

/** Pages of two hundred, read as they come into view. */
function useTimeline(base: string): TimelineState {
  const [total, setTotal] = useState(0);
  const [pages, setPages] = useState<ReadonlyMap<number, readonly CallLine[]>>(new Map());
  const load = async (page: number): Promise<void> => {
    const answer = await getJson<CallsPage>(`${base}/calls?from=${page * PAGE}&limit=${PAGE}`);
    if (!answer.ok) return;
    setTotal(answer.value.total);
    setPages((known) => new Map(known).set(page, answer.value.calls));
  };
  useEffect(() => {
    setPages(new Map());
    void load(0);
  }, [base]);
  return {
    total,
    at: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    find: (callId) => {
      for (const [page, calls] of pages) {
        const at = calls.findIndex((call) => call.callId === callId);
        if (at >= 0) return page * PAGE + at;
      }
      return -1;
    },
    need(from, until) {
      for (let page = Math.floor(from / PAGE); page * PAGE < until; page += 1)
        if (!pages.has(page)) void load(page);
    },
    async look() {
      const answer = await getJson<CallsPage>(`${base}/calls?from=0&limit=1`);
      return answer.ok ? answer.value.total : total;
    },
    reload: () => {
      for (const page of pages.keys()) void load(page);
    },
  };
}

function Timeline({
  timeline,
  callId,
  startedAtMs,
  lastAtMs,
}: {
  readonly timeline: TimelineState;
  readonly callId: string | null;
  readonly startedAtMs: number;
  readonly lastAtMs: number;
}): VNode {
  const selected = timeline.find(callId);
  const select = (index: number): void => {
    const call = timeline.at(index);
    if (call) go(withQuery({ call: call.callId }), { replace: true });
  };
  useKeys({
    j: () => select(Math.min(timeline.total - 1, selected + 1)),
    k: () => select(Math.max(0, selected - 1)),
    w: () => document.getElementById("why")?.scrollIntoView({ block: "start" }),
    f: () => document.getElementById("footprint")?.scrollIntoView({ block: "start" }),
  });
  const spanMs = Math.max(1, lastAtMs - startedAtMs);
  return h("div", {}, [
    h("div", { class: "wfh", "aria-hidden": "true" }, [
      h("span", {}, "Call"),
      h("span", {}, "Road"),
      h("span", { class: "axis" }, [
        h("span", { style: { left: "0" } }, "0"),
        h("span", { style: { left: "100%" } }, formatDuration(spanMs)),
      ]),
      h("span", { class: "r" }, "Took"),
    ]),
    timeline.total === 0
      ? h(Empty, {}, "No calls yet.")
      : h(WindowList, {
          count: timeline.total,
          rowHeight: ROW,
          selected,
          label: "Calls",
          onView: timeline.need,
          row: (index) =>
            h(CallRow, {
              key: index,
              index,
              call: timeline.at(index),
              isSelected: index === selected,
              startedAtMs,
              spanMs,
              onPick: () => select(index),
            }),
        }),
    h("div", { class: "turn" }, [
      h("span", { class: "hide-s" }, [
        h("kbd", {}, "j"),
        " ",
        h("kbd", {}, "k"),
        " move · ",
        h("kbd", {}, "w"),
        " why · ",
        h("kbd", {}, "f"),
        " footprint",
      ]),
      h("span", { class: "sp" }),
      h("span", {}, formatPlural(timeline.total, "call")),
    ]),
  ]);
}

function CallRow({
  index,
  call,
  isSelected,
  startedAtMs,
  spanMs,
  onPick,
}: {
  readonly index: number;
  readonly call: CallLine | undefined;
  readonly isSelected: boolean;
  readonly startedAtMs: number;
  readonly spanMs: number;
  readonly onPick: () => void;
}): VNode {
  const place = { top: `${index * ROW}px`, height: `${ROW}px` };
  const common = {
    id: `row-${index}`,
    role: "option",
    "aria-selected": isSelected ? "true" : "false",
    style: place,
  } as const;
  if (!call) return h("div", { ...common, class: "wr row-at t3" }, "…");
  return h("div", { ...common, class: `wr row-at ${isSelected ? "sel" : ""}`, onClick: onPick }, [
    h("span", { class: "nm" }, [
      h(Mark, { name: call.mark, word: call.words, dense: true }),
      h("b", {}, foreign(call.tool === "" ? "(no call)" : call.tool)),
      h("span", { class: "a" }, foreign(call.what.split("\n")[0] ?? "")),
      call.childSession === null ? null : h("span", { class: "tag" }, "subagent"),
    ]),
    h(RoadTicks, { road: call.road, isUnknown: call.mark === "unknown" }),
    h(Bar, { call, startedAtMs, spanMs }),
    h(
      "span",
      { class: `d ${call.refusal === null ? "" : "v deny"}` },
      call.refusal ?? (call.durationMs === null ? call.words : formatDuration(call.durationMs)),
    ),
  ]);
}

function Bar({
  call,
  startedAtMs,
  spanMs,
}: {
  readonly call: CallLine;
  readonly startedAtMs: number;
  readonly spanMs: number;
}): VNode {
  const share = (ms: number): string =>
    `${Math.max(0, Math.min(100, (ms / spanMs) * 100)).toFixed(2)}%`;
  const from = call.startedAtMs - startedAtMs;
  const all = call.durationMs ?? 0;
  const kind =
    call.refusal !== null
      ? "dn"
      : call.mark === "running"
        ? "rn"
        : call.childSession === null
          ? ""
          : "par";
  return h("span", { class: "bar", "aria-hidden": "true" }, [
    call.waitedMs > 0
      ? h("i", { class: "wt", style: { left: share(from), width: share(call.waitedMs) } })
      : null,
    h("i", {
      class: kind,
      style: { left: share(from + call.waitedMs), width: share(all - call.waitedMs) },
    }),
  ]);
}

function Touched({
  facts,
  labels,
}: {
  readonly facts: Facts;
  readonly labels: Labels;
}): VNode | null {
  const { files, session } = facts;
  if (files.length === 0 && labels.length === 0) return null;
  return h("div", {}, [
    h("div", { class: "turn" }, h("b", {}, "Touched in this session")),
    ...files
      .slice(0, 50)
      .map(({ path, changes, undone }) =>
        h("div", { key: path, class: "un tc" }, [
          h("span", { class: "m t2" }, "fs.write"),
          h("span", { class: "m el" }, foreign(shortPath(path, session.workspace))),
          h("span", { class: "t3 nw" }, formatPlural(changes, "change")),
          h("span", { class: "t2 nw r" }, undone > 0 ? "taken back" : ""),
        ]),
      ),
    ...labels
      .slice(0, 20)
      .map(({ label, source, tool }, index) =>
        h("div", { key: `l${index}`, class: "un tc" }, [
          h("span", { class: "m t2" }, label),
          h("span", { class: "m el" }, foreign(source)),
          h("span", { class: "t3 nw" }, foreign(tool)),
          h("span", {}),
        ]),
      ),
  ]);
}
