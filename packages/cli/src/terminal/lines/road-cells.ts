/**
 * The road as thirteen cells, one per stage: `▂` passed, `▆` asked, `█` settled here, `·` not reached. A call that ran well
 * settles at the last one, `record`; a refusal is recorded too, so its last cell is filled.
 */
import { STAGE_NAMES } from "@toolplane/contract/ports";
import type { RoadFacts } from "@toolplane/library/rooms/record";
import type { Paint } from "../paint.ts";

export const ROAD_WIDTH: number = STAGE_NAMES.length;

const APPROVE = STAGE_NAMES.indexOf("approve");
const EXECUTE = STAGE_NAMES.indexOf("execute");
const RECORD = STAGE_NAMES.indexOf("record");

type Cell = "passed" | "asked" | "settled" | "ahead";

const CELLS: Readonly<Record<Cell, readonly [unicode: string, ascii: string]>> = {
  passed: ["▂", "_"],
  asked: ["▆", "?"],
  settled: ["█", "#"],
  ahead: ["·", "."],
};

/** Thirteen cells. Coloured only where it was asked or refused. */
export function roadCells(facts: RoadFacts, paint: Paint): string {
  return STAGE_NAMES.map((_, index) => {
    const cell = cellAt(index, facts);
    const text = CELLS[cell][paint.isAscii ? 1 : 0];
    if (cell === "asked") return paint.style("ask", text);
    if (cell === "settled" && facts.outcome === "refused") return paint.style("deny", text);
    return cell === "settled" ? paint.style("allow", text) : paint.style("dim", text);
  }).join("");
}

/** Where a recorded stage lies on the road; -1 for a name that is not on it. */
export function stagePlace(stage: string): number {
  const names: readonly string[] = STAGE_NAMES;
  return names.indexOf(stage);
}

function cellAt(index: number, facts: RoadFacts): Cell {
  const { stage, outcome, wasAsked = false, isRecorded = true } = facts;
  const at = outcome === "done" ? RECORD : Math.max(0, stagePlace(stage));
  if (index === APPROVE && wasAsked && (outcome === "done" || at !== APPROVE)) return "asked";
  if (outcome === "open") {
    if (index === at) return index === APPROVE ? "asked" : "settled";
    return index < at ? "passed" : "ahead";
  }
  if (index === RECORD && !isRecorded) return "ahead";
  if (index === at) return "settled";
  if (index < at) return "passed";
  // The stages that bound, tell and record a result see failed calls too; a refusal before that reaches the record only.
  return at >= EXECUTE || index === RECORD ? "passed" : "ahead";
}
