/** An explanation in full: the verdict with its road, the footprint, and stage by stage who said what, winners first. */
import type { Explanation, Opinion, RuleReference } from "@toolplane/contract";
import { escapeText } from "../../terminal/escape-text.ts";
import { fitText } from "../../terminal/fit-text.ts";
import { footprintLines } from "../../terminal/footprint-lines.ts";
import { formatPlural } from "../../terminal/format-count.ts";
import type { Mark, Paint } from "../../terminal/paint.ts";
import { resourceMark } from "../../terminal/resource-mark.ts";
import { resourceText } from "../../terminal/resource-text.ts";
import { ROAD_STAGES, type RoadFacts, roadCells } from "../../terminal/road-cells.ts";
import { ruleText } from "../../terminal/rule-text.ts";
import { padRight } from "../../terminal/text-width.ts";
import { indentText, wrapText } from "../../terminal/wrap-text.ts";

/** How it is drawn. */
export interface ExplanationView {
  readonly paint: Paint;
  readonly width: number;
  readonly workspace: string | null;
  /** Where the tool was found. */
  readonly layer: string;
}

const ROAD = 12;
const JUDGE = ROAD_STAGES.indexOf("judge");

/** The lines. */
export function explanationLines(
  explanation: Explanation,
  view: ExplanationView,
): readonly string[] {
  const { paint, width, workspace } = view;
  const { footprint, verdict } = explanation;
  const { mark, word } = headOf(explanation);
  const head = `${paint.mark(mark)} ${padRight(word, width - ROAD - 4)}  ${roadCells(roadOf(explanation), paint)}`;
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
      ? `allow  It would run unasked: ${verdict.answeredBy}.`
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
  const at = settled ? ROAD_STAGES.indexOf(settled.stage) : JUDGE;
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
  const stages = ROAD_STAGES.slice(0, JUDGE + 1).flatMap((name, index) => {
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
    ? `the ask was soft, answered by: ${verdict.answeredBy}`
    : "nothing to ask";
}

function opinionLines(
  { footprint, verdict }: Explanation,
  view: ExplanationView,
): readonly string[] {
  if (!verdict) return [];
  const groups = new Map<number | undefined, Opinion[]>();
  for (const opinion of verdict.opinions)
    groups.set(opinion.resource, [...(groups.get(opinion.resource) ?? []), opinion]);
  // What decided stands first.
  const order = [...groups.keys()].sort(
    (left, right) =>
      Number(right === verdict.winner.resource) - Number(left === verdict.winner.resource),
  );
  return order.flatMap((index) => {
    const resource = index === undefined ? undefined : footprint.resources[index];
    const title = resource ? resourceText(resource, view.workspace) : null;
    const head = title
      ? [`       ${fitText(`${title.capability} ${title.target}`, view.width - 7)}`]
      : [];
    return [...head, ...(groups.get(index) ?? []).flatMap((opinion) => opinionRows(opinion, view))];
  });
}

function opinionRows(opinion: Opinion, view: ExplanationView): readonly string[] {
  const { paint, width } = view;
  if (!opinion.rule) {
    const word =
      opinion.action === "ask" ? (opinion.hard ? "ask (hard)" : "ask (soft)") : opinion.action;
    return indentText(
      `${word}   ${opinion.judge}: ${escapeText(opinion.reason)}`,
      "         ",
      width,
    );
  }
  const isFinal = opinion.rule.source.scope === "manifest" && opinion.action === "deny";
  const lost = opinion.considered ?? [];
  const rows = [
    { mark: paint.mark("winner"), reference: opinion.rule, note: isFinal ? "wins, final" : "wins" },
    ...lost.map((reference) => ({
      mark: " ",
      reference,
      note: reasonLost(reference, opinion.rule as RuleReference),
    })),
  ];
  const widest = (texts: readonly string[], least = 0): number =>
    Math.max(least, ...texts.map((text) => text.length));
  const sizes = {
    permission: widest(
      rows.map(({ reference }) => reference.rule.permission),
      8,
    ),
    place: widest(rows.map(({ reference }) => ruleText(reference))),
    note: widest(rows.map(({ note }) => note)),
  };
  return rows.map((row) => ruleRow(row, sizes, width));
}

/** Why a rule that matched did not decide. */
function reasonLost(lost: RuleReference, winner: RuleReference): string {
  if (
    lost.source.scope === "default" &&
    lost.rule.action === "allow" &&
    winner.source.scope !== "default"
  )
    return "only a default";
  if (winner.source.scope === "manifest" && winner.rule.action === "deny")
    return "a manifest deny is final";
  const severity = { allow: 0, ask: 1, deny: 2 };
  return severity[winner.rule.action] > severity[lost.rule.action]
    ? "less severe"
    : "less specific";
}

function ruleRow(
  {
    mark,
    reference,
    note,
  }: { readonly mark: string; readonly reference: RuleReference; readonly note: string },
  sizes: { readonly permission: number; readonly place: number; readonly note: number },
  width: number,
): string {
  const { rule } = reference;
  const start = `       ${mark} ${padRight(rule.action, 5)}  ${padRight(escapeText(rule.permission), sizes.permission)}  `;
  const taken = 16 + sizes.permission + 2 + sizes.place + 2 + sizes.note + 2;
  const room = Math.max(8, width - taken);
  const pattern = padRight(fitText(escapeText(rule.pattern), room), room);
  return `${start}${pattern}  ${padRight(ruleText(reference), sizes.place)}  ${note}`;
}

function adviceLines(explanation: Explanation, width: number): readonly string[] {
  const text = advice(explanation);
  return text === null ? [] : ["", ...wrapText(text, Math.min(width, 80))];
}

function advice({ verdict, settled, tool }: Explanation): string | null {
  const rule = verdict?.winner.rule;
  if (settled && !verdict) {
    if (settled.stage === "capability")
      return "Reach is declared by the tool and by your configuration; no rule widens it.";
    return settled.stage === "resolve"
      ? "toolplane tools   lists what there is."
      : `toolplane tools ${escapeText(tool)}   shows what it takes.`;
  }
  if (verdict?.action === "deny" && rule?.source.scope === "manifest")
    return "A deny of your own configuration is final: no project or session rule loosens it. To let one thing through, narrow that rule.";
  if (verdict?.action === "deny")
    return "A narrower rule wins: allow exactly what you need, by name.";
  if (verdict?.action === "ask" && rule)
    return "A narrower rule wins: allow exactly what you need, by name, or answer when it asks.";
  if (verdict?.action === "ask")
    return "To let it run unasked, write a rule for it; toolplane policy suggest finds those that would have spared questions.";
  return null;
}
