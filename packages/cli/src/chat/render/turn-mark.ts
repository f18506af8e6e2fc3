import type { Paint } from "../../terminal/paint.ts";

const TURNS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const TURN_MS = 120;

/** The mark of what runs: it turns, where it can be drawn. */
export function turnMark(nowMs: number, paint: Paint): string {
  if (paint.isAscii) return paint.mark("running");
  return paint.style("accent", TURNS[Math.floor(nowMs / TURN_MS) % TURNS.length] ?? "");
}
