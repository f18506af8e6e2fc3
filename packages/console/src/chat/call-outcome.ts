/** The end of a chat's call, as its line says it. */
import {
  changeCount,
  describeFiles,
  type ErrorCode,
  type Landing,
  landingOf,
  type ToolResult,
} from "@toolplane/contract";
import type { ChatCall } from "@toolplane/contract/console";
import { personMessage } from "@toolplane/kernel";
import { endedBadly } from "@toolplane/library/rooms/record";

const MAX_REASON = 4_000;

/** Somebody or a rule said no; everything else went wrong by itself. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "capability_denied",
  "permission_denied",
  "watchdog_denied",
]);

export function callOutcome(result: ToolResult): Pick<ChatCall, "mark" | "words" | "reason"> {
  if (result.type === "output") {
    const ended = endedBadly(result.details);
    if (ended !== null) return { mark: "failed", words: ended, reason: "" };
    const landing = landingOf(result);
    const words = landing === null ? "" : landedWords(landing);
    return { mark: "allow", words, reason: personMessage(result) };
  }
  const texts = [result.error_text.slice(0, MAX_REASON), personMessage(result)];
  const reason = texts.filter((text) => text !== "").join("\n");
  if (result.code === "cancelled") return { mark: "off", words: "stopped", reason: "" };
  if (result.code === "approval_rejected") return { mark: "deny", words: "rejected", reason };
  return REFUSALS.has(result.code)
    ? { mark: "deny", words: "denied", reason }
    : { mark: "failed", words: "failed", reason };
}

function landedWords({ state, counts }: Landing): string {
  if (state !== "landed") return "nothing landed";
  return changeCount(counts) === 0 ? "" : `${describeFiles(counts)} landed`;
}
