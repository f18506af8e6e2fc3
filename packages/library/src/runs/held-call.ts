/**
 * A call whose process was killed while a person was asked about its changes. The command had come to its end, its changes are kept
 * and its question is in the store, so the answer still counts. What the call would have given is kept beside the changes where it
 * follows from the command alone, and in the record once they are settled; else what the command printed went with the process.
 */
import type { Question, ToolResult } from "@toolplane/contract";
import { type RecordedRows, readLandings } from "@toolplane/kernel/record";
import { createSeals } from "../approvals/seals.ts";
import { readWaitingRow } from "../approvals/waiting-row.ts";
import type { LandingGround, WaitingCall } from "./settle-landing.ts";

/** Questions of one session that are looked through. */
const MOST_QUESTIONS = 1_000;

/** Null where its changes were not held: then its effects are unknown. */
export async function heldCall(
  callId: string,
  record: RecordedRows,
  { sessionId, ground }: { readonly sessionId: string; readonly ground: LandingGround },
): Promise<WaitingCall | null> {
  const question = await landingQuestion(callId, sessionId, ground);
  if (question === null) return null;
  const settled = readLandings(record).filter((one) => one.callId === callId);
  if (settled.length === 0 && (await ground.landings.show(callId, sessionId)) === null) return null;
  const held =
    settled.find((one) => one.held !== null)?.held ??
    (await ground.landings.held(callId, sessionId));
  const result = held ? awaiting(held, question.id) : lostResult(question.id);
  // Approvals from before it ran are not known here, so all of it is asked about.
  return { callId, sessionId, footprint: null, answers: [], result };
}

async function landingQuestion(
  callId: string,
  sessionId: string,
  { store, key }: LandingGround,
): Promise<Question | null> {
  const seals = createSeals(key);
  for (const row of await store.paused.list(sessionId, { limit: MOST_QUESTIONS })) {
    const read = readWaitingRow(row, seals);
    if (!read?.isGenuine) continue;
    const { question } = read;
    if (question.kind === "landing" && question.callId === callId) return question;
  }
  return null;
}

function awaiting(held: ToolResult, awaits: string): ToolResult {
  return { ...held, metadata: { ...held.metadata, awaits } };
}

function lostResult(awaits: string): ToolResult {
  return {
    type: "error",
    code: "unavailable",
    error_text:
      "The command ran to its end. The process that ran it ended while a person was asked about its changes, and what the command printed is lost.",
    metadata: { duration_ms: 0, awaits },
  };
}
