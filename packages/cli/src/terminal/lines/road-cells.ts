/**
 * The road as thirteen cells, one per stage: `▂` passed, `▆` asked, `█` settled here, `·` not reached. A call that ran well
 * settles at the last one, `record`; a refusal is recorded too, so its last cell is filled.
 */
import type { RoadFacts } from "@toolplane/library/rooms/record";
import type { Paint } from "../paint.ts";

/** The stages in their order, as the kernel names them; a test holds the two lists together. */
export const ROAD_STAGES: readonly string[] = [
  "resolve",
  "validate",
  "footprint",
  "capability",
  "judge",
  "approve",
  "budget",
  "before",
  "recheck",
  "execute",
  "bound",
  "after",
  "record",
];

export const ROAD_WIDTH: number = ROAD_STAGES.length;

const APPROVE = 5;
const EXECUTE = 9;
const RECORD = 12;

type Cell = "passed" | "asked" | "settled" | "ahead";

const CELLS: Readonly<Record<Cell, readonly [unicode: string, ascii: string]>> = {
  passed: ["▂", "_"],
  asked: ["▆", "?"],
  settled: ["█", "#"],
  ahead: ["·", "."],
};

/** Thirteen cells. Coloured only where it was asked or refused. */
export function roadCells(facts: RoadFacts, paint: Paint): string {
  return ROAD_STAGES.map((_, index) => {
    const cell = cellAt(index, facts);
    const text = CELLS[cell][paint.isAscii ? 1 : 0];
    if (cell === "asked") return paint.style("ask", text);
    if (cell === "settled" && facts.outcome === "refused") return paint.style("deny", text);
    return cell === "settled" ? paint.style("allow", text) : paint.style("dim", text);
  }).join("");
}

function cellAt(index: number, facts: RoadFacts): Cell {
  const { stage, outcome, wasAsked = false, isRecorded = true } = facts;
  const at = outcome === "done" ? RECORD : Math.max(0, ROAD_STAGES.indexOf(stage));
  if (index === APPROVE && wasAsked && (outcome === "done" || at !== APPROVE)) return "asked";
  if (outcome === "open") {
    if (index === at) return index === APPROVE ? "asked" : "settled";
    return index < at ? "passed" : "ahead";
  }
  if (index === RECORD && !isRecorded) return "ahead";
  if (index === at) return "settled";
  if (index < at) return "passed";
  // What bounds, tells and records a result sees failed calls too; a refusal before that reaches the record only.
  return at >= EXECUTE || index === RECORD ? "passed" : "ahead";
}
