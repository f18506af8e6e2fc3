import { refusalWord, type ShownCall } from "../../../record/shown-call.ts";
import { formatDuration } from "../../terminal/format-duration.ts";

/** The outcome: how long it took, or the word for why it did not run. */
export function tookOf(shown: ShownCall): string {
  if (shown.kind === "unsettled") return shown.isLive ? "running" : "unknown";
  return refusalWord(shown.call) ?? formatDuration(shown.call.span.durationMs ?? 0);
}
