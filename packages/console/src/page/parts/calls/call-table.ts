/** Found calls: a row for each group, which unfolds to its latest calls. By time they stand below their days. */
import type { FoundCall, FoundGroup } from "@toolplane/contract/console";
import {
  formatClock,
  formatCount,
  formatDuration,
  formatMoment,
  formatPlural,
} from "@toolplane/readings";
import { Fragment, type VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { go, Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { shortPath } from "../base/short-path.ts";
import { SortHead } from "../base/sort-head.ts";
import { CallName } from "./call-name.ts";

export const CALL_SORTS = ["last", "calls", "took"] as const;
export type CallSort = (typeof CALL_SORTS)[number];

export interface CallTableProps {
  readonly groups: readonly FoundGroup[];
  readonly sort: CallSort;
  readonly at: number;
}

export function CallTable({ groups, sort, at }: CallTableProps): VNode {
  const nowMs = Date.now();
  const days = groups.map(({ call }) => dayOf(call.atMs, nowMs));
  return h("table", { class: "tb calls" }, [
    h("colgroup", {}, [
      h("col", {}),
      h("col", { class: "hide-s w60" }),
      h("col", { class: "hide-s w240" }),
      h("col", { class: "hide-s hide-m w160" }),
      h("col", { class: "hide-s w80" }),
      h("col", { class: "hide-s w92" }),
    ]),
    h(
      "thead",
      { class: "hide-s" },
      h("tr", {}, [
        h("th", { scope: "col" }, "Tool and command"),
        h(SortHead, { sort, name: "calls", text: "Calls", first: "last", class: "r" }),
        h("th", { scope: "col" }, "Verdict and rule"),
        h("th", { scope: "col", class: "hide-m" }, "Client · person"),
        h(SortHead, { sort, name: "took", text: "Took", first: "last", class: "r" }),
        h(SortHead, { sort, name: "last", text: "Last", first: "last", class: "r" }),
      ]),
    ),
    h(
      "tbody",
      {},
      groups.flatMap((group, index) => {
        const { sessionId, callId } = group.call;
        const key = `${sessionId} ${callId} ${group.call.atMs}`;
        const isFirst = sort === "last" && days[index] !== days[index - 1];
        return [
          isFirst
            ? h(DayRow, {
                key: `day ${key}`,
                day: days[index] ?? "",
                groups: groups.filter((_, at) => days[at] === days[index]),
              })
            : null,
          h(GroupRow, { key, group, isSelected: index === at, nowMs }),
        ];
      }),
    ),
  ]);
}

/** Names the day: today, yesterday, or its date. */
function dayOf(atMs: number, nowMs: number): string {
  const start = new Date(nowMs).setHours(0, 0, 0, 0);
  if (atMs >= start && atMs <= nowMs) return "Today";
  if (atMs >= start - DAY_MS && atMs < start) return "Yesterday";
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    ...(isThisYear ? { weekday: "long" } : { year: "numeric" }),
  }).format(atMs);
}

const DAY_MS = 86_400_000;

function DayRow({
  day,
  groups,
}: {
  readonly day: string;
  readonly groups: readonly FoundGroup[];
}): VNode {
  const calls = groups.reduce((sum, { count }) => sum + count, 0);
  const words = ` · ${formatPlural(calls, "call")} in ${formatPlural(groups.length, "row")}`;
  return h("tr", { class: "grp" }, h("td", { colSpan: 6 }, [h("b", {}, day), words]));
}

function GroupRow({
  group,
  isSelected,
  nowMs,
}: {
  readonly group: FoundGroup;
  readonly isSelected: boolean;
  readonly nowMs: number;
}): VNode {
  const { call, count, latest } = group;
  const [isOpen, setOpen] = useState(false);
  const address = sessionPath(call.sessionId, call.callId);
  const when = formatMoment(call.atMs, { nowMs });
  const who = [call.client ?? call.agent, call.person].filter((one) => one !== null).join(" · ");
  const took = call.durationMs === null ? "" : formatDuration(call.durationMs);
  const row = h("tr", { class: isSelected ? "go sel" : "go", onClick: () => go(address) }, [
    h("td", {}, [
      h("div", { class: "cl" }, [
        h(CallName, { tool: call.tool, what: whatOf(call), to: address }),
        count === 1 ? null : h(CountButton, { count, isOpen, onToggle: () => setOpen(!isOpen) }),
      ]),
      h("div", { class: "only-s sm t3" }, [
        h(Mark, { name: call.mark, word: call.words }),
        ` ${[call.client, when, took].filter((one) => one !== null && one !== "").join(" · ")}`,
      ]),
    ]),
    h("td", { class: `hide-s r ${count === 1 ? "t3" : ""}` }, formatCount(count)),
    h(
      "td",
      { class: "hide-s" },
      h("div", { class: "vr" }, [
        h(Mark, { name: call.mark, word: call.words }),
        call.rule === null ? null : h("span", { class: "m", title: call.rule }, foreign(call.rule)),
      ]),
    ),
    h("td", { class: "hide-s hide-m t2 el" }, foreign(who)),
    h("td", { class: "hide-s r t3 nw" }, took),
    h("td", { class: "hide-s r t3 nw" }, when),
  ]);
  if (!isOpen) return row;
  return h(Fragment, {}, [
    row,
    ...latest.map((one) =>
      h("tr", { key: `${one.sessionId} ${one.callId}`, class: "in" }, [
        h("td", { colSpan: 5 }, [
          h(Link, {
            to: sessionPath(one.sessionId, one.callId),
            class: "l m",
            children: foreign(one.sessionId),
          }),
          h("span", { class: "t3" }, foreign(` ${one.callId}`)),
        ]),
        h("td", { class: "hide-s r t3 nw" }, formatClock(one.atMs)),
      ]),
    ),
    count > latest.length
      ? h(
          "tr",
          { class: "in" },
          h("td", { colSpan: 6, class: "t3" }, `and ${formatCount(count - latest.length)} before`),
        )
      : null,
  ]);
}

function whatOf({ what, workspace }: FoundCall): string {
  return what.startsWith("/") ? shortPath(what, workspace) : what;
}

function CountButton({
  count,
  isOpen,
  onToggle,
}: {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): VNode {
  return h(
    "button",
    {
      type: "button",
      class: "cnt",
      "aria-expanded": isOpen ? "true" : "false",
      "aria-label": formatPlural(count, "equal call"),
      onClick: (event: Event) => {
        event.stopPropagation();
        onToggle();
      },
    },
    [isOpen ? "⌄" : "›", h("span", { class: "only-s" }, ` × ${formatCount(count)}`)],
  );
}
