/** A question as a row of the store, and back. A row is untrusted text until its seal says otherwise. */
import { type Json, type Question, ToolError } from "@toolplane/contract";
import type { PausedSession } from "@toolplane/contract/ports";
import { digestOf } from "@toolplane/kernel";
import type { Seals } from "./seals.ts";
import type { Waiter } from "./waiter.ts";

/** A question that a person could not read anyway is not kept. */
const MAX_QUESTION_BYTES = 1_048_576;

const KIND = "toolplane question 1";

/** Options for writing a row. */
export interface WaitingRowOptions {
  readonly seals: Seals;
  readonly waiter: Waiter;
  readonly createdAtMs: number;
}

/** A row's content, its seal checked; without a seal, only that the row is there. */
export interface ReadRow {
  readonly question: Question;
  readonly waiter: Waiter;
  readonly isGenuine: boolean;
}

/** The digest that an answer to this question is bound to. */
export function questionDigest(question: Question): string {
  return digestOf(question);
}

/** Throws a ToolError for a question that is too large to be kept. */
export function toWaitingRow(
  question: Question,
  { seals, waiter, createdAtMs }: WaitingRowOptions,
): PausedSession {
  const text = JSON.stringify(question);
  if (Buffer.byteLength(text) > MAX_QUESTION_BYTES)
    throw new ToolError("too_large", "The question is too large to wait in the store.");
  // Parsed again: what is sealed is what the row gives back, and not what JSON has no word for.
  const kept = JSON.parse(text) as Json;
  const body = { kind: KIND, question: kept, waiter: { ...waiter } };
  return {
    id: question.id,
    conversationId: question.sessionId,
    ...wordsOf(question),
    state: { ...body, seal: seals.seal("question", { ...body, createdAtMs }) },
    createdAtMs,
  };
}

/** For whoever lists rows without their seals. A tool's one question stands in its own words, with what it offers. */
function wordsOf({ title, questions = [] }: Question): Pick<PausedSession, "question" | "options"> {
  const [own, more] = questions;
  if (own === undefined || more !== undefined) return { question: title, options: [] };
  return { question: own.question, options: (own.options ?? []).map(({ label }) => label) };
}

/** Null for a row that is no question of ours: another part may keep paused runs there too. */
export function readWaitingRow(row: PausedSession, seals: Seals): ReadRow | null {
  const { state, createdAtMs } = row;
  if (typeof state !== "object" || state === null || Array.isArray(state)) return null;
  const { seal, ...body } = state as Readonly<Record<string, unknown>>;
  if (body.kind !== KIND) return null;
  const isGenuine = seals.isGenuine("question", { ...body, createdAtMs }, seal);
  const question = body.question as Question;
  if (isGenuine && question.id === row.id && question.sessionId === row.conversationId)
    return { question, waiter: body.waiter as Waiter, isGenuine };
  return { question: unread(row), waiter: NOBODY, isGenuine: false };
}

const NOBODY: Waiter = { pid: 0, started: "", machine: "" };

/** Of a row that is not ours nothing is taken but that it is there: its parts may be of any shape. */
function unread({ id, conversationId }: PausedSession): Question {
  return {
    id,
    kind: "permission",
    sessionId: conversationId,
    callId: "",
    tool: "unknown",
    origin: "unknown",
    title: "unknown",
    lines: [],
    reasons: [],
    footprint: { resources: [] },
    arguments: {},
    cover: null,
  };
}
