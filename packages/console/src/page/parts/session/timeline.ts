/** The calls of a session as a waterfall: one line each, however many there are. */
import type { CallLine, CallsPage } from "@toolplane/contract/console";
import { formatDuration, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { getJson } from "../../api/request.ts";
import { h } from "../../ground/h.ts";
import { go, withQuery } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { useKeys } from "../base/keys.ts";
import { Mark } from "../base/mark.ts";
import { Empty } from "../base/panel.ts";
import { WindowList } from "../base/window-list.ts";
import { RoadTicks } from "../display/road.ts";

const PAGE = 200;
/** A finger needs more room than a pointer. */
const ROW = window.matchMedia("(max-width: 899.98px)").matches ? 44 : 30;

export interface TimelineState {
  readonly total: number;
  readonly at: (index: number) => CallLine | undefined;
  readonly find: (callId: string | null) => number;
  readonly need: (from: number, until: number) => void;
  /** How many calls there are now; nothing that is shown moves. */
  readonly look: () => Promise<number>;
  readonly reload: () => void;
}

/** Pages of two hundred, read as they come into view. */
export function useTimeline(base: string): TimelineState {
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

export function Timeline({
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
    h("span", { class: `d ${call.refusal === null ? "" : "v deny"}` }, [
      call.refusal ??
        (call.durationMs === null ? call.words : formatDuration(call.durationMs - call.waitedMs)),
      call.waitedMs < 1
        ? null
        : h("span", { class: "sr" }, `, waited ${formatDuration(call.waitedMs)} for a person`),
    ]),
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
  // A person may have been asked before it ran, and again before what it changed landed.
  const before = call.waitedBeforeMs;
  const ran = (call.durationMs ?? 0) - call.waitedMs;
  const wait = (at: number, ms: number): VNode | null =>
    ms > 0 ? h("i", { class: "wt", style: { left: share(at), width: share(ms) } }) : null;
  const kind =
    call.refusal !== null
      ? "dn"
      : call.mark === "running"
        ? "rn"
        : call.childSession === null
          ? ""
          : "par";
  return h("span", { class: "bar", "aria-hidden": "true" }, [
    wait(from, before),
    h("i", { class: kind, style: { left: share(from + before), width: share(ran) } }),
    wait(from + before + ran, call.waitedMs - before),
  ]);
}
