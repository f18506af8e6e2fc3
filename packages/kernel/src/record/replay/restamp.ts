/**
 * Puts the recorded times, ids, MACs and causes into a replayed entry. They are inputs of a call, not outcomes: another
 * clock, another counter and another stack would make every row differ and mean nothing. Decisions made from them (an
 * expired approval, a timeout) still show, because they are kept elsewhere. Nothing else is copied.
 */
import type { AnswerFacts, Receipt, ResultMetadata, ToolResult } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import type { RecordedCall } from "../rows/recorded-call.ts";

/** The replayed entry with the recording's own stamps. */
export function restamp(entry: SettleEntry, recorded: RecordedCall): SettleEntry {
  const { startMs, endMs, durationMs } = recorded.span;
  const { uncut } = entry;
  return {
    ...entry,
    sessionId: recorded.sessionId,
    // Sessions that were resumed began to count from the start.
    ordinal: recorded.ordinal ?? entry.ordinal,
    cause: recorded.cause ?? undefined,
    answers: entry.answers.map((answer, index) => restampAnswer(answer, recorded.answers[index])),
    result: withDuration(entry.result, recorded.result),
    ...(uncut ? { uncut: withDuration(uncut, recorded.uncut) } : {}),
    span: {
      ...entry.span,
      startMs,
      ...(endMs === undefined ? {} : { endMs }),
      ...(durationMs === undefined ? {} : { durationMs }),
      attrs: withWait(entry.span.attrs, recorded.span.attrs),
    },
  };
}

type Attributes = SettleEntry["span"]["attrs"];

/** How long a person took, who is not asked again. */
function withWait({ waited_ms: _, ...attrs }: Attributes, recorded: Attributes): Attributes {
  const { waited_ms } = recorded;
  return waited_ms === undefined ? attrs : { ...attrs, waited_ms };
}

function withDuration(result: ToolResult, recorded: ToolResult | null): ToolResult {
  if (!recorded) return result;
  const metadata: ResultMetadata = {
    ...result.metadata,
    duration_ms: recorded.metadata.duration_ms,
  };
  return { ...result, metadata };
}

function restampAnswer(answer: AnswerFacts, recorded: AnswerFacts | undefined): AnswerFacts {
  if (!recorded) return answer;
  const { questionId } = recorded;
  if (!answer.receipt || !recorded.receipt) return { ...answer, questionId };
  return { ...answer, questionId, receipt: restampReceipt(answer.receipt, recorded.receipt) };
}

/**
 * Takes the recorded receipt. Its subject is compared elsewhere, unmasked: a receipt's digests are of what the record
 * may not hold.
 */
function restampReceipt(receipt: Receipt, recorded: Receipt): Receipt {
  return receipt.kind === recorded.kind ? recorded : receipt;
}
