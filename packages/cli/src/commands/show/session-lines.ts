/** A session as lines: its head, one line for each call, what was touched. */
import { basename } from "node:path";
import type { SessionManifest } from "@toolplane/contract";
import type { TalkPage } from "@toolplane/contract/console";
import { tellingArgument } from "@toolplane/kernel";
import type { LoadedSession, Verified } from "@toolplane/library/rooms/record";
import {
  markOf,
  ranMs,
  refusalWord,
  roadOf,
  type ShownCall,
  waitedMs,
} from "@toolplane/library/rooms/record";
import { formatCount, formatDuration, formatPlural } from "@toolplane/readings";
import { ROAD_WIDTH, roadCells } from "../../terminal/lines/road-cells.ts";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { padLeft, padRight, textWidth } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { unsettledText } from "../../terminal/words/unsettled-text.ts";
import { createTalkLines } from "./talk-lines.ts";

export interface SessionView {
  readonly session: LoadedSession;
  readonly calls: readonly ShownCall[];
  /** How each call changed files, by its id: `+2 −2`, `new`. */
  readonly changed: ReadonlyMap<string, string>;
  readonly verified: Verified;
  readonly short: (id: string) => string;
  /** The last so many calls are drawn. */
  readonly limit: number;
  readonly talk: TalkPage;
  /** Whole texts of the conversation. */
  readonly isWhole: boolean;
}

const TOOK = 9;

/** The head: which session, its state, its figures, whether its record is whole. */
export function headLines(view: SessionView, paint: Paint, width: number): readonly string[] {
  const { session, verified, short } = view;
  const { summary, manifest } = session;
  const state = { open: "running", closed: "off", unfinished: "unknown" } as const;
  const right = `${paint.mark(state[summary.state])} ${summary.state}`;
  const where = summary.workspace === null ? "" : `  ${escapeText(basename(summary.workspace))}`;
  const left = fitText(`${short(summary.sessionId)}${where}`, width - textWidth(right) - 2);
  const facts = [
    ...(summary.client === null ? [] : [escapeText(summary.client)]),
    ...(manifest.profile === undefined ? [] : [`profile ${escapeText(manifest.profile)}`]),
    `mode ${summary.mode}`,
    ...(manifest.sandbox === undefined ? [] : [sandboxText(manifest)]),
    figures(session),
    formatDuration(summary.lastAtMs - summary.startedAtMs),
  ];
  const record = verified.ok
    ? `record: ${formatPlural(verified.rows, "row")}, chain whole`
    : `${paint.mark("deny")} record: broken at row ${formatCount(verified.row)}: ${verified.problem}`;
  const parent =
    summary.parentSessionId === null
      ? []
      : [
          `subagent${summary.agent === null ? "" : ` ${escapeText(summary.agent)}`} of ${short(summary.parentSessionId)}`,
        ];
  return [
    `${padRight(paint.style("bold", left), width - textWidth(right))}${right}`,
    ...wrapText(facts.join(" · "), width),
    ...wrapText(record, width),
    ...parent,
    ...(summary.hasGap ? ["Some calls could not be recorded: the store was out of reach."] : []),
    ...(summary.unsettled > 0 && summary.state !== "open"
      ? wrapText(`${paint.mark("unknown")} ${unsettledText(summary.unsettled)}`, width)
      : []),
  ];
}

function sandboxText({ sandbox = "", sandboxLevel }: SessionManifest): string {
  if (sandbox === "none") return "no sandbox";
  return escapeText(sandboxLevel === undefined ? sandbox : `${sandbox} (${sandboxLevel})`);
}

function figures({ summary }: LoadedSession): string {
  return [
    formatPlural(summary.calls, "call"),
    ...(summary.asked > 0 ? [`${formatCount(summary.asked)} asked`] : []),
    ...(summary.refused > 0 ? [`${formatCount(summary.refused)} denied`] : []),
    ...(summary.byHand > 0 ? [`${formatCount(summary.byHand)} landed or dropped by hand`] : []),
    ...(summary.failed > 0 ? [`${formatCount(summary.failed)} failed`] : []),
  ].join(", ");
}

/** One line for each call, under a head. */
export function callLines(view: SessionView, paint: Paint, width: number): readonly string[] {
  const { calls, session, limit, talk, isWhole } = view;
  const numbers = String(calls.length).length;
  const room = Math.max(20, width - numbers - 9 - ROAD_WIDTH - TOOK - 6);
  const from = Math.max(0, calls.length - limit);
  const head = [
    `${padLeft("#", numbers)}${padLeft("AT", 8)}  ${padRight("CALL", room)}  ${padRight("ROAD", ROAD_WIDTH)}${padLeft("TOOK", TOOK)}`,
  ];
  const resumed = resumptions(session);
  const outer = calls.filter(({ parentId }) => parentId === null);
  const words = createTalkLines(
    {
      talk,
      isWhole,
      callIds: outer.map(({ call }) => call.callId),
      skipped: calls.slice(0, from).filter(({ parentId }) => parentId === null).length,
    },
    paint,
    width,
  );
  const lines = calls.slice(from).flatMap((shown, index) => {
    const number = from + index + 1;
    const at = (shown.startedAtMs - session.summary.startedAtMs) / 1000;
    const line = [
      paint.style("dim", padLeft(String(number), numbers)),
      paint.style("dim", padLeft(atText(at), 8)),
      `  ${padRight(callText(shown, view, { paint, room }), room)}  `,
      roadCells(roadOf(shown), paint),
      padLeft(tookOf(shown), TOOK),
    ].join("");
    const first = shown.call.rows[0]?.sequence ?? 0;
    const before = resumed.splice(0, resumed.filter((sequence) => sequence < first).length);
    const child = shown.kind === "settled" ? shown.call.result?.child_session : undefined;
    return [
      ...words.before(shown.call.callId),
      ...(before.length > 0 && number > 1 ? [paint.style("dim", "Resumed")] : []),
      line.trimEnd(),
      ...waitLines(shown, numbers),
      ...(child === undefined ? [] : [`${" ".repeat(numbers + 10)}└ session ${view.short(child)}`]),
    ];
  });
  const left = [
    ...(from === 0 ? [] : [`${formatPlural(from, "earlier call")}: --limit ${calls.length}`]),
    ...(talk.from === 0 ? [] : ["Of a long conversation only the end is shown."]),
  ];
  // Without a call there is nothing for the head to stand above.
  const table =
    calls.length === 0 && talk.state === "kept" ? [] : [paint.style("dim", head[0] ?? "")];
  return [...table, ...left, ...lines, ...words.rest()];
}

/** Shorter waits are not worth a line. */
const TOLD_WAIT_MS = 1_000;

function waitLines(shown: ShownCall, numbers: number): readonly string[] {
  const waited = shown.kind === "settled" ? waitedMs(shown.call) : 0;
  if (waited < TOLD_WAIT_MS) return [];
  return [`${" ".repeat(numbers + 10)}└ waited ${formatDuration(waited)} for a person`];
}

function atText(seconds: number): string {
  if (seconds < 1_000) return Math.max(0, seconds).toFixed(1);
  return formatDuration(seconds * 1_000).replaceAll(" ", "");
}

function callText(
  shown: ShownCall,
  { changed }: SessionView,
  { paint, room }: { readonly paint: Paint; readonly room: number },
): string {
  const { call } = shown;
  const tool = escapeText(call.tool === "" ? "(no call)" : call.tool);
  const what = call.arguments
    ? escapeText(tellingArgument(call.arguments).split("\n")[0] ?? "")
    : "";
  const note = changed.get(call.callId) ?? "";
  const indent = shown.parentId === null ? "" : "  ";
  const space = room - 2 - indent.length - (note === "" ? 0 : textWidth(note) + 2);
  const text = fitText(what === "" ? tool : `${tool}  ${what}`, space);
  const padded = note === "" ? text : `${padRight(text, space)}  ${note}`;
  return `${indent}${paint.mark(markOf(shown))} ${padded}`;
}

/** Where the session was opened again, as rows. */
function resumptions({ record }: LoadedSession): number[] {
  return record.rows
    .filter(({ type }) => type === "session-open")
    .slice(1)
    .map(({ sequence }) => sequence);
}

/** The outcome: how long it ran, or the word for why it did not run. */
function tookOf(shown: ShownCall): string {
  if (shown.kind === "unsettled") return shown.isLive ? "running" : "unknown";
  return refusalWord(shown.call) ?? formatDuration(ranMs(shown.call));
}
