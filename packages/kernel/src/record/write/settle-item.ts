/** Takes a settled call over for writing: what the tool or the caller could still change is copied, what is frozen is not. */
import type { Redactor, SettleEntry } from "@toolplane/contract/ports";
import { copyJson } from "./copy-json.ts";
import { describeCause } from "./describe-cause.ts";
import type { SettleItem } from "./record-item.ts";
import type { RunClaim } from "./run-claims.ts";

/** Copies and describes. Never throws: what cannot be read is recorded as such. */
export function settleItem(
  entry: SettleEntry,
  atMs: number,
  redactor: Pick<Redactor, "value"> | null,
  claims: readonly RunClaim[] = [],
): SettleItem {
  const { uncut, input, detail, cause, answers, accesses } = entry;
  return {
    kind: "settle",
    sessionId: entry.sessionId,
    atMs,
    waiter: null,
    encoded: null,
    claims,
    entry,
    result: readably(entry.result),
    uncut: uncut === undefined ? undefined : readably(uncut),
    input: input === undefined ? undefined : readably(input),
    detail: typeof detail === "object" ? readably(detail) : detail,
    cause: cause === undefined ? undefined : masked(cause, redactor),
    answers: answers.length === 0 ? answers : maskedAnswers(readably(answers), redactor),
    accesses: accesses.length === 0 ? accesses : accesses.slice(),
  };
}

/** The cause comes from foreign code and past every redaction. */
function masked(cause: unknown, redactor: Pick<Redactor, "value"> | null): SettleItem["cause"] {
  const described = describeCause(cause);
  return redactor ? redactor.value(described) : described;
}

/** Masks answers in the record; an answer's key is whole where it is used. */
function maskedAnswers(
  answers: SettleItem["answers"],
  redactor: Pick<Redactor, "value"> | null,
): SettleItem["answers"] {
  return redactor ? redactor.value(answers) : answers;
}

function readably<T>(value: T): T {
  try {
    return copyJson(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { unreadable: reason } as T;
  }
}
