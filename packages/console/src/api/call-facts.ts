/** A recorded call for programs: a line of the timeline, and one call in full. A long text is cut, and `isCut` says so. */
import { type Json, labelsOf, type ShownChanges, type ToolResult } from "@toolplane/contract";
import type { CallLine, CutText, OneCall, RecordedResult } from "@toolplane/contract/console";
import { personMessage, tellingArgument } from "@toolplane/kernel";
import type { RecordedCall } from "@toolplane/kernel/record";
import {
  answeredBy,
  endedBadly,
  landingOfCall,
  markOf,
  refusalWord,
  roadOf,
  type ShownCall,
  touchedThings,
  unsettledWords,
  waitedBeforeMs,
  waitedMs,
  wordsOf,
} from "@toolplane/library/rooms/record";

/** Characters of one argument or result that an answer holds; the rest is had by itself. */
const MAX_TEXT = 65_536;
const MAX_WHAT = 400;

/** A line of the timeline. */
export function callLineFacts(shown: ShownCall): CallLine {
  const { call, startedAtMs } = shown;
  const settled = shown.kind === "settled" ? shown.call : null;
  const result = settled?.result ?? null;
  const road = roadOf(shown);
  return {
    callId: call.callId,
    tool: call.tool,
    origin: settled?.origin ?? null,
    what: call.arguments ? tellingArgument(call.arguments).slice(0, MAX_WHAT) : "",
    mark: markOf(shown),
    words: wordsOf(shown),
    refusal: settled ? refusalWord(settled) : null,
    code: result?.type === "error" ? result.code : null,
    road: { stage: road.stage, outcome: road.outcome, wasAsked: road.wasAsked ?? false },
    startedAtMs,
    durationMs: settled?.span.durationMs ?? null,
    waitedMs: settled ? waitedMs(settled) : 0,
    waitedBeforeMs: settled ? waitedBeforeMs(settled) : 0,
    childSession: result?.child_session ?? null,
    labels:
      result === null ? [] : [...new Set(labelsOf(result.metadata).map(({ label }) => label))],
  };
}

function verdictFacts(call: RecordedCall): OneCall["verdict"] {
  const by = answeredBy(call);
  return call.verdict && by !== undefined ? { ...call.verdict, answeredBy: by } : call.verdict;
}

export function oneCallFacts(shown: ShownCall, { changes, files }: ShownChanges): OneCall {
  const { call } = shown;
  const settled = shown.kind === "settled" ? shown.call : null;
  const first = call.rows[0];
  const last = call.rows.at(-1);
  return {
    ...callLineFacts(shown),
    arguments: cutText(call.arguments),
    input: settled?.input == null ? null : cutText(settled.input),
    touched: touchedThings({ shown, changes, shorten: (path) => path }),
    verdict: settled && verdictFacts(settled),
    footprint: call.footprint ?? null,
    answers: (settled?.answers ?? []).map(({ questionId, choice, receipt, extra }) => ({
      questionId,
      choice,
      receipt: receipt?.id ?? null,
      note: typeof extra === "string" ? extra : null,
    })),
    result: settled ? resultFacts(settled) : null,
    unsettled: unsettledWords(shown),
    landing: landingOfCall(shown),
    byHand: shown.kind === "settled" ? shown.byHand : null,
    changes,
    files,
    missing: settled?.missing ?? [],
    record: {
      first: first?.sequence ?? null,
      last: last?.sequence ?? null,
      rows: call.rows.length,
      hash: last?.hash ?? null,
    },
  };
}

function resultFacts({ result, uncut }: RecordedCall): RecordedResult | null {
  if (result === null) return null;
  const { metadata } = result;
  return {
    ...resultText(result),
    type: result.type,
    code: result.type === "error" ? result.code : null,
    ended: result.type === "output" ? endedBadly(result.details) : null,
    truncated: metadata.truncated === true,
    hasWhole: uncut !== null || metadata.output_path !== undefined,
    labels: labelsOf(metadata),
    attempts: metadata.attempts ?? 1,
    message: personMessage(result),
  };
}

export function resultText(result: ToolResult): CutText {
  return cutText(result.type === "error" ? result.error_text : (result.data as Json));
}

function cutText(value: Json): CutText {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2);
  return { text: text.slice(0, MAX_TEXT), characters: text.length, isCut: text.length > MAX_TEXT };
}
