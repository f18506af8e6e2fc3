/** One call in full, in the order that every face has: name and road, footprint, why, changes, result, arguments. */
import type { CutText, OneCall } from "@toolplane/contract/console";
import {
  formatClock,
  formatCount,
  formatDuration,
  formatPlural,
  unaskedWords,
} from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { markedHref } from "../../api/page-mark.ts";
import type { Loaded } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { CopyButton } from "../base/copy-button.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { Fault } from "../base/panel.ts";
import { shortPath } from "../base/short-path.ts";
import { Skeleton } from "../base/skeleton.ts";
import { RoadTicks } from "../display/road.ts";
import { RuleBox } from "../display/rule-box.ts";
import { ChangedFiles } from "./changed-files.ts";

export interface CallDetailProps {
  /** Its path in the API. */
  readonly path: string;
  readonly loaded: Loaded<OneCall>;
  readonly workspace: string | null;
  /** Takes back what was changed from this call on; absent where the session changed no file. */
  readonly onUndo?: () => void;
}

export function CallDetail({ path, loaded, workspace, onUndo }: CallDetailProps): VNode {
  const { data: call, fault, reload } = loaded;
  if (fault) return h(Fault, { fault, retry: reload });
  if (!call) return h(Skeleton, { what: "the call" });
  return h("div", { class: "det", "aria-label": "Selected call" }, [
    h(Head, { call, ...(onUndo ? { onUndo } : {}) }),
    h(Footprint, { call, workspace }),
    h(Why, { call }),
    call.changes.length === 0
      ? null
      : h(ChangedFiles, { changes: call.changes, files: call.files, workspace }),
    h(Result, { call, path }),
    h("div", { class: "sec" }, [
      h("div", { class: "row" }, h("h3", {}, "Arguments")),
      h(Cut, { value: call.arguments }),
    ]),
  ]);
}

function Head({
  call,
  onUndo,
}: Pick<CallDetailProps, "onUndo"> & { readonly call: OneCall }): VNode {
  return h("div", { class: "sec" }, [
    h("div", { class: "row wrap" }, [
      h("h2", { class: "m" }, foreign(call.tool === "" ? "(no call)" : call.tool)),
      h("span", { class: "sp" }),
      h(Mark, { name: call.mark, word: call.words }),
      h(RoadTicks, { road: call.road, isUnknown: call.mark === "unknown" }),
    ]),
    call.what === ""
      ? null
      : h("div", { class: "cmd row" }, [
          h("pre", { class: "grow" }, foreign(call.what)),
          h(CopyButton, { text: call.what, what: "what it was given" }),
        ]),
    h("div", { class: "row wrap t3 sm" }, [
      h("span", { class: "m" }, foreign(call.callId)),
      h(CopyButton, { text: call.callId, what: "the call's id" }),
      h("span", {}, `· ${formatClock(call.startedAtMs)}`),
      call.durationMs === null ? null : h("span", {}, `· ${took(call)}`),
      h("span", { class: "sp" }),
      onUndo
        ? h("button", { type: "button", class: "b q", onClick: onUndo }, "Undo from here…")
        : null,
      call.childSession === null
        ? null
        : h(Link, { to: sessionPath(call.childSession), class: "l", children: "Its own session" }),
    ]),
    call.labels.length === 0
      ? null
      : h("p", { class: "t2 sm" }, foreign(`Its result is ${call.labels.join(", ")}.`)),
  ]);
}

function took({ durationMs, waitedMs }: OneCall): string {
  const all = durationMs ?? 0;
  return waitedMs === 0
    ? `took ${formatDuration(all)}`
    : `waited ${formatDuration(waitedMs)}, ran ${formatDuration(all - waitedMs)}`;
}

function Footprint({
  call,
  workspace,
}: {
  readonly call: OneCall;
  readonly workspace: string | null;
}): VNode | null {
  if (call.touched.length === 0) return null;
  return h("div", { class: "sec", id: "footprint" }, [
    h("div", { class: "row" }, [
      h("h3", {}, "Footprint"),
      h("span", { class: "t3 sm" }, formatPlural(call.touched.length, "thing")),
    ]),
    h("div", { class: "fp" }, [
      h("div", { class: "h" }, "Resource"),
      h("div", { class: "h" }),
      h("div", { class: "h pz" }, "Before"),
      h("div", { class: "h" }, "Real"),
      ...call.touched.flatMap(({ capability, target, before, real, note }) => [
        h("div", { class: "m t2" }, capability),
        h("div", { class: "m" }, foreign(shortPath(target, workspace))),
        h("div", { class: "pz t2" }, before === "-" ? "–" : before),
        h("div", {}, real ? h(Mark, { name: real.mark, word: real.word }) : "–"),
        note === undefined ? null : h("div", { class: "x" }, foreign(note)),
      ]),
    ]),
  ]);
}

function Why({ call }: { readonly call: OneCall }): VNode | null {
  const { verdict, answers } = call;
  const [isAll, setAll] = useState(false);
  if (verdict === null && answers.length === 0) return null;
  const opinions = verdict?.opinions ?? [];
  const winner = verdict === null ? undefined : opinions[verdict.winner];
  const others = opinions.filter((opinion) => opinion !== winner);
  const lost = (isAll ? others : []).concat();
  return h("div", { class: "sec", id: "why" }, [
    h("div", { class: "row" }, [
      h("h3", {}, "Why"),
      verdict === null ? null : h(Mark, { name: verdict.action, word: verdict.action }),
      h("span", { class: "t3 sm" }, verdict?.answeredBy ? unaskedWords(verdict.answeredBy) : ""),
    ]),
    h("div", { class: "stack" }, [
      winner === undefined
        ? null
        : winner.rule
          ? h(RuleBox, { ...winner.rule, role: "won", note: winner.reason })
          : h(
              "p",
              { class: `note ${winner.action}` },
              foreign(`${winner.judge}: ${winner.reason}`),
            ),
      ...lost.map((opinion, index) =>
        opinion.rule
          ? h(RuleBox, { key: index, ...opinion.rule, role: "lost", note: opinion.reason })
          : h("p", { key: index, class: "note" }, foreign(`${opinion.judge}: ${opinion.reason}`)),
      ),
      others.length === 0
        ? null
        : h(
            "button",
            { type: "button", class: "b q", onClick: () => setAll(!isAll) },
            isAll ? "Only what decided" : `${formatPlural(others.length, "other opinion")}`,
          ),
      ...answers.map(({ choice, note, receipt }, index) =>
        h("p", { key: `a${index}`, class: "note allow" }, [
          foreign(`A person: ${choice}${note === null ? "" : `, “${note}”`}`),
          ...(receipt === null
            ? []
            : [
                ", receipt ",
                h("span", { class: "m" }, foreign(receipt)),
                " ",
                h(CopyButton, { text: receipt, what: "the receipt's id" }),
              ]),
        ]),
      ),
    ]),
  ]);
}

function Result({ call, path }: { readonly call: OneCall; readonly path: string }): VNode {
  const { result, record } = call;
  const rows =
    record.first === null
      ? ""
      : `rows ${record.first} to ${record.last}, ${record.hash?.slice(0, 8)}…`;
  if (result === null)
    return h("div", { class: "sec" }, [
      h("div", { class: "row" }, h("h3", {}, "Result")),
      h("p", { class: "note opaque" }, call.unsettled ?? "What it said is no longer kept."),
    ]);
  const facts = [
    result.code ?? "",
    result.ended ?? "",
    `${formatCount(result.characters)} characters`,
    rows,
  ];
  return h("div", { class: "sec" }, [
    h("div", { class: "row wrap" }, [
      h("h3", {}, "Result"),
      h("span", { class: "t3 sm" }, facts.filter((fact) => fact !== "").join(" · ")),
      h("span", { class: "sp" }),
      result.hasWhole
        ? h("a", { class: "l sm", href: markedHref(`/api/v1${path}/output`) }, "Whole output")
        : null,
    ]),
    h(Cut, { value: result }),
    result.message === "" ? null : h("p", { class: "t2 sm" }, foreign(result.message)),
    result.labels.length === 0
      ? null
      : h(
          "p",
          { class: "t2 sm" },
          foreign(result.labels.map(({ label, source }) => `${label}: ${source}`).join(" · ")),
        ),
  ]);
}

function Cut({ value }: { readonly value: CutText }): VNode {
  return h("div", {}, [
    h("pre", { class: "well scroll", tabIndex: 0 }, foreign(value.text)),
    value.isCut
      ? h(
          "p",
          { class: "t3 sm" },
          `The first ${formatCount(value.text.length)} of ${formatCount(value.characters)} characters.`,
        )
      : null,
  ]);
}
