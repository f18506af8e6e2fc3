/** `--explain`: what a call would touch and what would be said of it. `policy explain` says why in full. */
import { type Explanation, winnerOf } from "@toolplane/contract";
import type { RoadFacts } from "@toolplane/library/rooms/record";
import { footprintLines } from "../../terminal/lines/footprint-lines.ts";
import { resourceMark } from "../../terminal/lines/resource-mark.ts";
import { ROAD_WIDTH, roadCells } from "../../terminal/lines/road-cells.ts";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { padRight } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { ruleText, ruleWords } from "../../terminal/words/rule-text.ts";

/** Prints it to standard output. */
export function printExplanation(
  terminal: Terminal,
  {
    explanation,
    workspace,
  }: { readonly explanation: Explanation; readonly workspace: string | null },
): void {
  terminal.json(explanation);
  const { footprint, verdict, settled } = explanation;
  const { mark, word } = headOf(explanation);
  const width = Math.min(terminal.columns(), 100);
  const head = `${terminal.out.mark(mark)} ${padRight(word, width - ROAD_WIDTH - 4)}`;
  terminal.print(`${head}  ${roadCells(roadOf(explanation), terminal.out)}`);
  const rows = footprint.resources.map((resource, index) => ({
    resource,
    ...resourceMark(resource, index, verdict),
  }));
  if (rows.length > 0) {
    terminal.print("\nFootprint");
    for (const line of footprintLines(rows, { paint: terminal.out, workspace, width }))
      terminal.print(line);
  }
  const winner = verdict && winnerOf(verdict);
  const why = settled?.error_text ?? winner?.reason;
  if (why === undefined) return;
  terminal.print("\nWhy");
  const text =
    winner?.rule && !settled
      ? `${ruleWords(winner.rule)}   ${ruleText(winner.rule)}`
      : escapeText(why);
  for (const line of wrapText(text, width - 2)) terminal.print(`  ${line}`);
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
