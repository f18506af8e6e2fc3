/** The one line under a result: mark, tool, what came of it, how long it took, and who let it run. */
import {
  isDecision,
  landingOf,
  type OutputResult,
  type ShownChange,
  winnerOf,
} from "@toolplane/contract";
import type { RecordedCall } from "@toolplane/kernel/record";
import { answeredBy, endedBadly, landingMark, waitedMs } from "@toolplane/library/rooms/record";
import { formatBytes, formatDuration, formatPlural } from "@toolplane/readings";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { changeText } from "../../terminal/words/change-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { ruleText } from "../../terminal/words/rule-text.ts";

export interface RanCall {
  readonly tool: string;
  readonly result: OutputResult;
  readonly changes: readonly ShownChange[];
  readonly recorded: RecordedCall | null;
  readonly workspace: string | null;
}

export function lastLine(call: RanCall, paint: Paint): string {
  const { tool, result, recorded } = call;
  const landing = landingOf(result);
  const good = landing ? landingMark(landing) : "allow";
  const mark = paint.mark(endedBadly(result.details) ? "failed" : good);
  const parts = [
    `${mark} ${paint.style("bold", escapeText(tool))}`,
    summaryOf(call),
    // A person's time is not the call's.
    formatDuration(result.metadata.duration_ms - (recorded ? waitedMs(recorded) : 0)),
    paint.style("dim", recorded ? permissionOf(recorded) : ""),
  ];
  return parts.filter((part) => part !== "").join("  ");
}

function summaryOf({ result, changes, workspace }: RanCall): string {
  const { data, details, metadata } = result;
  const bad = endedBadly(details);
  const parts: string[] = bad ? [bad] : [];
  const bytes = (details as { output_bytes?: unknown } | undefined)?.output_bytes;
  if (metadata.truncated && typeof bytes === "number") parts.push(formatBytes(bytes));
  const landing = landingOf(result);
  if (landing) return [...parts, landingNote(landing)].join(", ");
  const [only, ...others] = changes;
  if (only && others.length === 0)
    parts.push(`${escapeText(shortPath(only.path, workspace))} ${changeText(only)}`);
  else if (changes.length > 0) parts.push(`${formatPlural(changes.length, "file")} changed`);
  else if (typeof data === "string" && parts.length === 0)
    parts.push(formatPlural(lineCount(data), "line"));
  return parts.join(", ");
}

function lineCount(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Of a command that has run already, a person may have taken a part, or nothing. */
const ANSWERS: Readonly<Record<string, string>> = {
  once: "allowed once",
  without: "allowed in part",
  reject: "rejected",
};

/** Names who let it run: a person, a mode, or the rule that decided. */
function permissionOf(call: RecordedCall): string {
  const { verdict, answers } = call;
  const answer = answers.findLast(isDecision);
  if (answer) return ANSWERS[answer.choice] ?? `allowed, ${answer.choice}`;
  if (!verdict) return "";
  const by = answeredBy(call);
  if (by === "rule") return "allowed by rule";
  if (by) return `allow, ${by}`;
  const { rule } = winnerOf(verdict);
  return rule ? `allow, ${ruleText(rule)}` : "allow";
}
