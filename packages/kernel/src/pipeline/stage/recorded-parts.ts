/**
 * Feeds a recorded call that is walked again. Every stage computes its own outcome, but no person is asked, no tool
 * runs and no sidecar is written: their first outcomes come from here.
 */
import {
  type Answer,
  type AnswerFacts,
  type JsonObject,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
import { keepAnswer, type ReplayFeed } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { ReplayedExecution } from "../../record/replay/replayer.ts";

type ReplayedCall = SettlingCall &
  CallView<{
    writes:
      | "executed"
      | "attempt"
      | "answers"
      | "accesses"
      | "outside"
      | "usedTokens"
      | "tokens"
      | "cause"
      | "detail";
  }>;

/** Takes the next recorded answer. A question without an answer ended the call, and ends it again. */
export function recordedAnswer(feed: ReplayFeed): Answer {
  const facts = feed.call.answers[feed.answersUsed];
  feed.answersUsed += 1;
  if (facts) return answerOf(facts);
  const { stop } = feed.call;
  throw stop
    ? new ToolError(stop.code, stop.text)
    : new ToolError(
        "permission_denied",
        "The question could not be asked, so the call is refused.",
      );
}

function answerOf({ choice, extra }: AnswerFacts): Answer {
  if (choice === "edit") return { choice, arguments: extra as JsonObject };
  if (choice === "reject") return typeof extra === "string" ? { choice, note: extra } : { choice };
  if (choice === "without") return { choice, paths: extra as readonly string[] };
  return choice === "answers"
    ? { choice, answers: extra as readonly (readonly string[])[] }
    : { choice };
}

/** Puts back what the tool had come back with. */
export function recordedExecution(call: ReplayedCall, feed: ReplayFeed): ToolResult {
  const { execute, answers } = feed.call;
  call.executed = true;
  if (!execute) return settle(call, "internal", "The record holds no execution of this call.");
  restore(call, execute);
  for (const answer of answers.slice(feed.answersUsed)) keepAnswer(call, answer);
  feed.answersUsed = answers.length;
  return { ...execute.result, metadata: { ...execute.result.metadata } };
}

function restore(call: ReplayedCall, execute: ReplayedExecution): void {
  call.attempt = execute.attempts;
  call.accesses = [...execute.accesses];
  call.outside = execute.outside;
  call.usedTokens = execute.usedTokens;
  if (execute.usedTokens !== null) call.tokens?.settle(execute.usedTokens);
  call.cause = execute.cause ?? undefined;
  call.detail = execute.detail ?? undefined;
}

/** The path that the whole output was written to. */
export async function recordedSidecar({ call }: ReplayFeed): Promise<string> {
  const path = call.execute?.sidecarPath;
  if (!path) throw new ToolError("unavailable", "The sidecar could not be written.");
  return path;
}
