/** One call in full: name and road, footprint before and real, why, result, changes, its rows. */
import {
  changeCount,
  describeCounts,
  type Landing,
  type ShownChange,
  winnerOf,
} from "@toolplane/contract";
import { personMessage, tellingArgument } from "@toolplane/kernel";
import type { RecordedCall } from "@toolplane/kernel/record";
import type { LoadedSession } from "@toolplane/library/rooms/record";
import {
  answeredBy,
  endedBadly,
  landingOfCall,
  markOf,
  ranMs,
  roadOf,
  type ShownCall,
  unsettledWords,
  waitedMs,
  wordsOf,
} from "@toolplane/library/rooms/record";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPlural,
  unaskedWords,
} from "@toolplane/readings";
import { foldChanges } from "../../terminal/changes/fold-changes.ts";
import { landingNote, landingReasons } from "../../terminal/changes/landing-words.ts";
import { roadCells } from "../../terminal/lines/road-cells.ts";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { padLeft, padRight, textWidth } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { changeText } from "../../terminal/words/change-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { ruleText, ruleWords } from "../../terminal/words/rule-text.ts";
import { byHandLines } from "./by-hand-words.ts";
import { touchedLines } from "./touched-lines.ts";

export interface CallView {
  readonly session: LoadedSession;
  readonly shown: ShownCall;
  readonly number: number;
  readonly changes: readonly ShownChange[];
  /** Files that it changed; those beyond `changes` are only counted. */
  readonly files: number;
  readonly short: (id: string) => string;
  readonly sidecar: "none" | "kept" | "gone";
}

const LABEL = 11;
const ERROR_LINES = 6;

export function oneCall(view: CallView, paint: Paint, width: number): readonly string[] {
  const { session, shown, changes } = view;
  const { workspace } = session.summary;
  const touched = touchedLines({ shown, changes, workspace }, paint, width);
  return [
    ...headLines(view, paint, width),
    "",
    ...(touched.length === 0 ? [] : [...touched, ""]),
    ...part("Why", whyOf(shown, width), width),
    ...part("Result", resultOf(shown, width), width),
    ...part("Sidecar", sidecarOf(view), width),
    ...part("Changed", changedOf(view), width),
    ...part("Record", [rowsOf(shown)], width),
  ];
}

function headLines({ shown }: CallView, paint: Paint, width: number): readonly string[] {
  const { call } = shown;
  const right = `${paint.mark(markOf(shown))} ${wordsOf(shown)}`;
  const road = roadCells(roadOf(shown), paint);
  const what = call.arguments ? tellingArgument(call.arguments) : "";
  const name = escapeText(call.tool === "" ? "(no call)" : call.tool);
  const [first = "", ...more] = wrapText(
    escapeText(what.replaceAll("\n", " ")),
    Math.max(20, width - textWidth(name) - textWidth(right) - 4),
  );
  const left = `${paint.style("bold", name)}  ${first}`;
  const at = new Date(shown.startedAtMs).toTimeString().slice(0, 8);
  const took = shown.kind === "settled" ? [tookText(shown.call)] : [];
  const facts = fitText([at, ...took].join(" · "), width - 14);
  return [
    `${padRight(left, width - textWidth(right))}${right}`,
    ...more.map((line) => `${" ".repeat(textWidth(name) + 2)}${line}`),
    `${padRight(facts, width - 13)}${road}`,
  ];
}

function tookText(call: RecordedCall): string {
  const waited = waitedMs(call);
  return waited === 0
    ? `took ${formatDuration(ranMs(call))}`
    : `waited ${formatDuration(waited)}, ran ${formatDuration(ranMs(call))}`;
}

function part(label: string, lines: readonly string[], width: number): readonly string[] {
  return lines
    .flatMap((line) => wrapText(line, width - LABEL))
    .map((line, index) => `${padRight(index === 0 ? label : "", LABEL)}${line}`.trimEnd());
}

function whyOf(shown: ShownCall, width: number): readonly string[] {
  if (shown.kind === "unsettled") return [unsettledWords(shown) ?? ""];
  const { verdict, answers } = shown.call;
  const lines: string[] = [];
  if (verdict) {
    const { rule, reason, judge } = winnerOf(verdict);
    if (rule) {
      const place = ruleText(rule);
      const words = fitText(ruleWords(rule), width - LABEL - textWidth(place) - 2);
      lines.push(`${words}${padLeft(place, width - LABEL - textWidth(words))}`);
    } else lines.push(`${judge}: ${escapeText(reason)}`);
    const by = answeredBy(shown.call);
    if (by) lines.push(unaskedWords(by));
  }
  for (const { choice, receipt, extra } of answers) {
    const note = choice === "reject" && typeof extra === "string" ? `: "${escapeText(extra)}"` : "";
    const kept = receipt ? `, receipt ${receipt.id}` : "";
    lines.push(`${ANSWERS[choice]} by a person${note}${kept}`);
  }
  return lines;
}

const ANSWERS = {
  once: "allowed once",
  session: "allowed for the session",
  project: "allowed for the project",
  rule: "allowed, and written down as a rule,",
  without: "landed without some paths",
  reject: "rejected",
  "look-up": "looked up first",
  edit: "arguments edited",
  answers: "answered",
} as const;

function resultOf(shown: ShownCall, width: number): readonly string[] {
  if (shown.kind === "unsettled") return ["unknown: it may have run wholly, partly or not at all"];
  const { result, missing, stage } = shown.call;
  if (result === null) return [`no longer kept${missing.length > 0 ? "" : " in the record"}`];
  const told = wrapText(escapeText(personMessage(result).replaceAll("\n", " ")), width - LABEL);
  const message = told.filter((line) => line !== "").slice(0, ERROR_LINES);
  if (result.type === "error") {
    const text = wrapText(escapeText(result.error_text.replaceAll("\n", " ")), width - LABEL);
    return [`${result.code}, at ${stage}`, ...text.slice(0, ERROR_LINES), ...message];
  }
  const { metadata, data, details } = result;
  const parts = [
    endedBadly(details) ?? "",
    sizeText(shown, data),
    metadata.truncated ? "cut" : "",
    metadata.untrusted ? `from outside: ${escapeText(metadata.untrusted.source)}` : "",
    ...(metadata.labels ?? []).map(({ label, source }) => `${label}: ${escapeText(source)}`),
    metadata.attempts ? `${metadata.attempts} attempts` : "",
  ];
  return [parts.filter((text) => text !== "").join("; "), ...message];
}

function sizeText(shown: ShownCall, data: unknown): string {
  const whole = shown.kind === "settled" ? shown.call.uncut : null;
  const size = (value: unknown): number =>
    Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value ?? null));
  const own = formatBytes(size(data));
  return whole?.type === "output"
    ? `${formatBytes(size(whole.data))}, first ${own} went to the model`
    : own;
}

function sidecarOf({ sidecar, number, session, short }: CallView): readonly string[] {
  if (sidecar === "none") return [];
  if (sidecar === "gone") return ["went with its session; what the model got is kept"];
  const id = short(session.summary.sessionId);
  return [`the whole output: toolplane show ${id} ${number} --sidecar`];
}

/** Files of one call that are named. */
const MOST_NAMED = 10;

function changedOf({ changes, files, session, shown }: CallView): readonly string[] {
  const { workspace } = session.summary;
  const landing = landingOfCall(shown);
  const names = changes
    .slice(0, MOST_NAMED)
    .map((change) => `${escapeText(shortPath(change.path, workspace))}  ${changeText(change)}`);
  const more = files - names.length;
  const named = more > 0 ? [...names, formatPlural(more, "more file")] : names;
  if (landing)
    return [
      ...landedLines(landing, { callId: shown.call.callId, workspace }),
      ...(shown.kind === "settled" && shown.byHand ? byHandLines(shown.byHand, workspace) : []),
      ...withHint(named),
    ];
  return withHint(named);
}

function withHint(named: readonly string[]): readonly string[] {
  if (named.length === 0) return [];
  return named.length === 1 ? [`${named[0]}    --diff shows it`] : [...named, "--diff shows them"];
}

/** Counts first; then why it did not land, or what it was by folder. */
function landedLines(
  landing: Landing,
  place: { readonly callId: string; readonly workspace: string | null },
): readonly string[] {
  const { counts, changes } = landing;
  const left = changeCount(counts) - changes.length;
  const more = left > 0 ? ` · ${formatCount(left)} more` : "";
  return [
    `${landingNote(landing)}: ${describeCounts(counts)}`,
    `${foldChanges(changes, place.workspace)}${more}`,
    ...landingReasons(landing, place),
  ].filter((line) => line !== "");
}

function rowsOf({ call }: ShownCall): string {
  const sequences = call.rows.map(({ sequence }) => sequence);
  const first = sequences[0] ?? 0;
  const last = sequences.at(-1) ?? 0;
  const hash = call.rows.at(-1)?.hash ?? "";
  const place = first === last ? `row ${first}` : `rows ${first} to ${last}`;
  const between = last - first + 1 === sequences.length ? "" : `, ${sequences.length} of them`;
  return `${place}${between}, ${hash.slice(0, 4)}…${hash.slice(-4)}, ${escapeText(call.callId)}`;
}
