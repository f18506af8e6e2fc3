/** An explanation in full: the verdict with its road, the footprint, and stage by stage who said what, winners first. */
import { type Explanation, winnerOf } from "@toolplane/contract";
import { STAGE_NAMES } from "@toolplane/contract/ports";
import type { RoadFacts } from "@toolplane/library/rooms/record";
import { formatPlural, PRECEDENCE_WORDS, unaskedReason } from "@toolplane/readings";
import { footprintLines } from "../../terminal/lines/footprint-lines.ts";
import { resourceMark } from "../../terminal/lines/resource-mark.ts";
import { ROAD_WIDTH, roadCells, stagePlace } from "../../terminal/lines/road-cells.ts";
import type { Mark } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { padRight } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { openingWords } from "../../terminal/words/opening-words.ts";
import { type OpinionView, opinionLines } from "./opinion-lines.ts";

export interface ExplanationView extends OpinionView {
  /** Where the tool was found. */
  readonly layer: string;
}

const JUDGE = STAGE_NAMES.indexOf("judge");

export function explanationLines(
  explanation: Explanation,
  view: ExplanationView,
): readonly string[] {
  const { paint, width, workspace } = view;
  const { footprint, verdict } = explanation;
  const { mark, word } = headOf(explanation);
  const head = `${paint.mark(mark)} ${padRight(word, width - ROAD_WIDTH - 4)}  ${roadCells(roadOf(explanation), paint)}`;
  const rows = footprint.resources.map((resource, index) => ({
    resource,
    mark: resourceMark(resource, index, verdict).mark,
  }));
  return [
    head,
    ...(rows.length === 0
      ? []
      : ["", "Footprint", ...footprintLines(rows, { paint, workspace, width })]),
    "",
    "Why",
    ...stageLines(explanation, view),
    ...adviceLines(explanation, width),
  ];
}

function headOf({ verdict, settled }: Explanation): { readonly mark: Mark; readonly word: string } {
  if (settled) return { mark: "deny", word: `deny   at ${settled.stage}. Nothing would run.` };
  if (!verdict) return { mark: "unknown", word: "not judged" };
  if (verdict.action === "ask")
    return {
      mark: "ask",
      word: verdict.hard
        ? "ask    at approve. Only a person can answer."
        : "ask    at approve. A person would be asked.",
    };
  return {
    mark: "allow",
    word: verdict.answeredBy
      ? `allow  It would run unasked: ${unaskedReason(verdict.answeredBy)}.`
      : "allow  It would run unasked.",
  };
}

function roadOf({ verdict, settled }: Explanation): RoadFacts {
  if (settled) return { stage: settled.stage, outcome: "refused", isRecorded: false };
  if (verdict?.action === "ask") return { stage: "approve", outcome: "open", isRecorded: false };
  return { stage: "budget", outcome: "open", isRecorded: false };
}

function stageLines(explanation: Explanation, view: ExplanationView): readonly string[] {
  const { settled, verdict, footprint } = explanation;
  const at = settled ? stagePlace(settled.stage) : JUDGE;
  const opaque = footprint.resources.filter(({ capability }) => capability === "opaque").length;
  const said: Readonly<Record<string, string>> = {
    resolve: `${explanation.tool}, ${view.layer}`,
    validate: "ok",
    footprint: `${formatPlural(footprint.resources.length, "resource")}, ${opaque} opaque`,
    capability: "inside reach",
    judge:
      footprint.resources.length > 1
        ? `the severest of ${formatPlural(footprint.resources.length, "resource")} decides`
        : "one resource decides",
  };
  const stages = STAGE_NAMES.slice(0, JUDGE + 1).flatMap((name, index) => {
    if (index > at) return [];
    const isHere = settled?.stage === name && name !== "judge";
    const text = isHere ? escapeText(settled?.error_text ?? "") : (said[name] ?? "");
    const lines = wrapText(text, view.width - 18);
    return [
      `  ${String(index + 1).padStart(2)} ${padRight(name, 12)} ${lines[0] ?? ""}`.trimEnd(),
      ...lines.slice(1).map((line) => `${" ".repeat(18)}${line}`),
      ...(name === "judge" ? opinionLines(explanation, view) : []),
    ];
  });
  return [...stages, `   6 approve      ${approveText(explanation)}`].filter(
    (line) => verdict !== undefined || !line.includes("approve"),
  );
}

function approveText({ verdict }: Explanation): string {
  if (verdict?.action === "deny") return "not reached: a deny is never asked about";
  if (verdict?.action === "ask")
    return verdict.hard
      ? "a person is asked; no mode answers this"
      : "a person is asked, or a mode answers";
  return verdict?.answeredBy
    ? `nobody is asked: ${unaskedReason(verdict.answeredBy)}`
    : "nothing to ask";
}

function adviceLines(explanation: Explanation, width: number): readonly string[] {
  const text = advice(explanation);
  return text === null ? [] : ["", ...wrapText(text, Math.min(width, 80))];
}

function advice(explanation: Explanation): string | null {
  const { verdict, settled, tool } = explanation;
  const rule = verdict && winnerOf(verdict).rule;
  if (settled && !verdict) {
    if (settled.stage === "capability")
      return "The tool's author or a manifest declared what it reaches; no rule, no question and no setting widens it.";
    return settled.stage === "resolve"
      ? "toolplane tools   lists what there is."
      : `toolplane tools ${escapeText(tool)}   shows what it takes.`;
  }
  if (verdict?.action === "deny" && rule?.source.scope === "manifest")
    return `${PRECEDENCE_WORDS} This one is final: to let one thing through, narrow that rule.`;
  if (verdict?.action === "deny")
    return `${PRECEDENCE_WORDS} Allow exactly what you need, by name.`;
  const outside = verdict?.action === "ask" ? outsideOf(explanation) : null;
  if (outside !== null) return outside;
  if (verdict?.action === "ask" && rule)
    return "A narrower rule wins: allow exactly what you need, by name, or answer when it asks.";
  if (verdict?.action === "ask")
    return "To let it run unasked, write a rule for it; toolplane policy suggest finds those that would have spared questions.";
  return null;
}

/** Rules cannot answer it, so what can is said first. */
function outsideOf({ verdict, footprint }: Explanation): string | null {
  const words = openingWords(verdict?.opinions ?? [], footprint.resources);
  return words.length === 0
    ? null
    : `No rule opens what lies outside. To open it: ${words.join("; ")}.`;
}
