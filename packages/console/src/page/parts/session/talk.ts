/** Shows the talk of a session, with its calls below the answers that made them. */
import type {
  SessionTalk,
  TalkAnswer,
  TalkCall,
  TalkPiece,
  TalkWords,
} from "@toolplane/contract/console";
import { formatClock, formatCount, formatDuration, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { go, Link, sessionPath, withQuery } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { useKeys } from "../base/keys.ts";
import { Mark } from "../base/mark.ts";
import { Empty } from "../base/panel.ts";
import { Skeleton } from "../base/skeleton.ts";
import { Markdown } from "../display/markdown.ts";
import { LongText } from "./long-text.ts";
import { TALK_PART, type TalkState } from "./use-talk.ts";

export interface TalkProps {
  /** The session's path in the API. */
  readonly base: string;
  readonly state: TalkState;
  readonly callId: string | null;
}

export function Talk({ base, state, callId }: TalkProps): VNode {
  const { talk, callIds } = state;
  const step = (by: 1 | -1): void => {
    const at = callId === null ? -1 : callIds.indexOf(callId);
    const next = callIds[Math.max(0, Math.min(callIds.length - 1, at + by))];
    if (next === undefined) return;
    select(next);
    document.getElementById(rowId(next))?.scrollIntoView({ block: "nearest" });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    w: () => document.getElementById("why")?.scrollIntoView({ block: "start" }),
    f: () => document.getElementById("footprint")?.scrollIntoView({ block: "start" }),
  });
  if (talk === null) return h(Skeleton, { what: "what was said" });
  return h("div", {}, [
    h(Parts, { talk }),
    talk.pieces.length === 0
      ? h(Empty, {}, "Only results of calls stand here.")
      : h(
          "ol",
          { class: "tk", "aria-label": "Conversation", tabIndex: 0 },
          talk.pieces.map((piece) =>
            h("li", { key: piece.at }, [
              h(Piece, { base, piece }),
              piece.kind === "answer" ? h(Calls, { answer: piece, state, callId }) : null,
            ]),
          ),
        ),
    talk.total <= TALK_PART ? null : h(Parts, { talk }),
    h("div", { class: "turn hide-s" }, [
      h("kbd", {}, "j"),
      h("kbd", {}, "k"),
      " calls · ",
      h("kbd", {}, "w"),
      " why · ",
      h("kbd", {}, "f"),
      " footprint",
    ]),
  ]);
}

function select(callId: string): void {
  go(withQuery({ call: callId }), { replace: true });
}

function rowId(callId: string): string {
  return `said-${callId}`;
}

/** A long conversation is shown part by part; each part has an address. */
function Parts({ talk }: { readonly talk: SessionTalk }): VNode | null {
  const { from, until, total } = talk;
  if (from === 0 && until >= total) return null;
  const last = Math.floor(Math.max(0, total - 1) / TALK_PART) * TALK_PART;
  const part = (text: string, to: number, isThere: boolean): VNode =>
    h(
      "button",
      {
        type: "button",
        class: "b",
        disabled: !isThere,
        onClick: () => go(withQuery({ talk: to === 0 ? null : String(to) })),
      },
      text,
    );
  return h("div", { class: "more parts" }, [
    part("First", 0, from > 0),
    part("Earlier", Math.max(0, from - TALK_PART), from > 0),
    h(
      "span",
      { class: "t3 sm" },
      `entries ${formatCount(from + 1)} to ${formatCount(until)} of ${formatCount(total)}`,
    ),
    part("Later", from + TALK_PART, until < total),
    part("Newest", last, until < total),
  ]);
}

function Piece({
  base,
  piece,
}: {
  readonly base: string;
  readonly piece: TalkPiece;
}): VNode | null {
  const isEmpty = piece.text === "" && piece.kind === "answer" && !piece.isStopped;
  // An answer that only calls something is told by its calls.
  if (isEmpty) return null;
  const isMine = piece.kind === "said" && piece.from === "person";
  return h("div", { class: isMine ? "say me" : "say" }, [
    h("div", { class: "w" }, [
      h("b", {}, whoOf(piece)),
      piece.atMs === null ? null : h("span", {}, formatClock(piece.atMs).slice(0, 5)),
    ]),
    h("div", { class: isNote(piece) ? "t2 sm" : "" }, [
      h(LongText, {
        key: piece.at,
        path: `${base}/talk/${piece.at}`,
        first: piece,
        draw: (text: string) =>
          piece.kind === "answer" ? h(Markdown, { text }) : h("p", { class: "pw" }, foreign(text)),
      }),
      piece.kind === "said" && piece.pictures > 0
        ? h("p", { class: "t3 sm" }, formatPlural(piece.pictures, "picture"))
        : null,
      piece.kind === "answer" && piece.isStopped
        ? h("p", { class: "t3" }, "[stopped by the user]")
        : null,
    ]),
  ]);
}

function whoOf(piece: TalkPiece): string {
  if (piece.kind === "answer") return "model";
  return { person: "you", parent: "agent", host: "note" }[piece.from];
}

function isNote(piece: TalkPiece): piece is TalkWords {
  return piece.kind === "said" && piece.from === "host";
}

function Calls({
  answer,
  state,
  callId,
}: {
  readonly answer: TalkAnswer;
  readonly state: TalkState;
  readonly callId: string | null;
}): VNode | null {
  const { calls, callCount } = answer;
  if (callCount === 0) return null;
  return h("div", { class: "tk-calls" }, [
    ...calls.map((call) => h(Call, { key: call.callId, call, state, callId })),
    callCount > calls.length
      ? h("p", { class: "t3 sm" }, `and ${formatCount(callCount - calls.length)} more in Calls`)
      : null,
  ]);
}

function Call({
  call,
  state,
  callId,
}: {
  readonly call: TalkCall;
  readonly state: TalkState;
  readonly callId: string | null;
}): VNode {
  const line = state.callOf(call.callId);
  const isSelected = call.callId === callId;
  const name = [
    h("b", {}, foreign(line?.tool || call.tool)),
    h("span", { class: "a" }, foreign((line?.what || call.what).split("\n")[0] ?? "")),
  ];
  if (!line)
    return h("div", { class: "tk-row t3" }, [
      h("span", { class: "nm" }, [
        h(Mark, { name: "off", word: "elsewhere", dense: true }),
        ...name,
      ]),
      h("span", { class: "d" }, "not in this record"),
    ]);
  const took = line.durationMs === null ? null : formatDuration(line.durationMs - line.waitedMs);
  return h("div", { class: isSelected ? "tk-row sel" : "tk-row", id: rowId(call.callId) }, [
    h(
      "button",
      {
        type: "button",
        class: "nm",
        "aria-current": isSelected ? "true" : undefined,
        onClick: () => select(call.callId),
      },
      [h(Mark, { name: line.mark, word: line.words, dense: true }), ...name],
    ),
    line.childSession === null
      ? null
      : h(Link, { to: sessionPath(line.childSession), class: "l sm nw", children: "its words" }),
    h(
      "span",
      { class: line.refusal === null ? "d" : "d v deny" },
      line.refusal ?? took ?? line.words,
    ),
  ]);
}
