/** `--explain`: what a call would touch and what would be said of it. `policy explain` says why in full. */
import { type Explanation, winnerOf } from "@toolplane/contract";
import type { RoadFacts } from "@toolplane/library/rooms/record";
import type { Report } from "../../command/report.ts";
import { footprintLines } from "../../terminal/lines/footprint-lines.ts";
import { resourceMark } from "../../terminal/lines/resource-mark.ts";
import { ROAD_WIDTH, roadCells } from "../../terminal/lines/road-cells.ts";
import type { Mark, View } from "../../terminal/paint.ts";
import { drawing } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { padRight } from "../../terminal/text/text-width.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";
import { ruleText, ruleWords } from "../../terminal/words/rule-text.ts";

export function explanationReport(explanation: Explanation, workspace: string | null): Report {
  const draw = ({ paint, width }: View): readonly string[] =>
    explanationLines(explanation, { paint, width: Math.min(width, 100), workspace });
  return { json: explanation, shown: [drawing(draw)] };
}

function explanationLines(
  explanation: Explanation,
  { paint, width, workspace }: View & { readonly workspace: string | null },
): readonly string[] {
  const { footprint, verdict } = explanation;
  const { mark, word } = headOf(explanation);
  const head = `${paint.mark(mark)} ${padRight(word, width - ROAD_WIDTH - 4)}`;
  const rows = footprint.resources.map((resource, index) => ({
    resource,
    ...resourceMark(resource, index, verdict),
  }));
  const why = whyText(explanation);
  return [
    `${head}  ${roadCells(roadOf(explanation), paint)}`,
    ...(rows.length === 0
      ? []
      : ["", "Footprint", ...footprintLines(rows, { paint, workspace, width })]),
    ...(why === null ? [] : ["", "Why", ...indentText(why, "  ", width)]),
  ];
}

function whyText({ verdict, settled }: Explanation): string | null {
  const winner = verdict && winnerOf(verdict);
  if (winner?.rule && !settled) return `${ruleWords(winner.rule)}   ${ruleText(winner.rule)}`;
  const why = settled?.error_text ?? winner?.reason;
  return why === undefined ? null : escapeText(why);
}

function headOf({ verdict, settled }: Explanation): { readonly mark: Mark; readonly word: string } {
  if (settled) return { mark: "deny", word: `deny   at ${settled.stage}. Nothing would run.` };
  if (!verdict) return { mark: "unknown", word: "not judged" };
  if (verdict.action === "ask") return { mark: "ask", word: "ask    A person would be asked." };
  const by = verdict.answeredBy ? ` (${verdict.answeredBy})` : "";
  return { mark: "allow", word: `allow${by}  It would run unasked.` };
}

function roadOf({ verdict, settled }: Explanation): RoadFacts {
  if (settled) return { stage: settled.stage, outcome: "refused", isRecorded: false };
  return {
    stage: verdict?.action === "ask" ? "approve" : "budget",
    outcome: "open",
    isRecorded: false,
  };
}
