/**
 * Says whether a record is whole: no row missing at the front, in the middle or at the end, none changed, swapped, added or
 * taken from another session, and every payload that is still there the one that was recorded. Never throws on bad data: what
 * cannot be read is a problem like any other.
 */
import { hash } from "node:crypto";
import type { ChainHead, EventRow, RecordKey } from "@toolplane/contract/ports";
import { CHAIN_START, type ChainLink, checkHead, hashHeader, unknownKeyText } from "./chain.ts";

export interface ChainQuestion {
  /** All rows, in order of their sequence. */
  readonly rows: readonly EventRow[];
  /** The head as the store has it; null only for a session without rows. */
  readonly head: ChainHead | null;
  readonly key: RecordKey;
  /** The session to verify; without it the head decides. */
  readonly sessionId?: string;
  /** Payloads that are still there, by digest. A missing one is not a problem. */
  readonly payloads?: ReadonlyMap<string, Uint8Array>;
}

/** `at` is the index of the first row that does not fit; the number of rows when the end is at fault. */
export type ChainAnswer =
  | { readonly ok: true; readonly rows: number }
  | { readonly ok: false; readonly at: number; readonly problem: string };

/** Verifies rows, head and payloads. */
export function verifyChain(question: ChainQuestion): ChainAnswer {
  const { rows, head, payloads } = question;
  const sessionId = question.sessionId ?? head?.sessionId ?? rows[0]?.sessionId ?? "";
  const broken = verifyRows(rows, { after: CHAIN_START, sessionId });
  if (broken) return { ok: false, ...broken };
  const problem = faultOfHead(question, rows.at(-1) ?? CHAIN_START, sessionId);
  if (problem) return { ok: false, at: rows.length, problem };
  return (payloads && wrongPayload(rows, payloads)) ?? { ok: true, rows: rows.length };
}

/**
 * Verifies a part of a chain, for a reader that takes a long one in portions: its first fault, or null. The head is
 * checked with the last part.
 */
export function verifyRows(
  rows: readonly EventRow[],
  { after, sessionId }: { readonly after: ChainLink; readonly sessionId: string },
): { readonly at: number; readonly problem: string } | null {
  let last = after;
  for (const [at, row] of rows.entries()) {
    const problem = rowFault(row, last, sessionId);
    if (problem) return { at, problem };
    last = row;
  }
  return null;
}

/** Finds the fault at the end of a chain whose rows are in order, or null. */
export function verifyEnd(
  { head, key, sessionId }: Pick<ChainQuestion, "head" | "key"> & { readonly sessionId: string },
  last: ChainLink,
): string | null {
  return faultOfHead({ head, key }, last, sessionId);
}

function rowFault(row: EventRow, last: ChainLink, sessionId: string): string | null {
  if (!isRow(row)) return "it is not a row";
  if (row.sessionId !== sessionId) return "it belongs to another session";
  if (row.sequence !== last.sequence + 1)
    return `row ${last.sequence + 1} is expected and this one says ${row.sequence}`;
  // What the first one follows is a row of the chain of sessions, and looked at with it.
  if (row.sequence > 0 && row.previous !== last.hash) return "it does not follow the row before it";
  if (row.hash !== hashHeader(row)) return "it was changed: its hash is another";
  return null;
}

function faultOfHead(
  { head, key }: Pick<ChainQuestion, "head" | "key">,
  last: ChainLink,
  sessionId: string,
): string | null {
  if (head === null) return last === CHAIN_START ? null : "the head is missing";
  if (head.sessionId !== sessionId) return "the head belongs to another session";
  const seal = checkHead(key, head);
  if (seal.unknownKey !== null)
    return `the head cannot be checked: ${unknownKeyText(seal.unknownKey)}`;
  if (!seal.isGenuine) return "the head is not sealed with this key";
  if (head.sequence > last.sequence)
    return `rows ${last.sequence + 1} to ${head.sequence} are missing at the end`;
  if (head.sequence < last.sequence) return "there are rows past the head";
  return head.hash === last.hash ? null : "the last row is not the one that was sealed";
}

function wrongPayload(
  rows: readonly EventRow[],
  payloads: ReadonlyMap<string, Uint8Array>,
): ChainAnswer | null {
  for (const [digest, bytes] of payloads) {
    if (hash("sha256", bytes, "hex") === digest) continue;
    const at = rows.findIndex((row) => row.payloadDigest === digest);
    return {
      ok: false,
      at: at < 0 ? rows.length : at,
      problem: `the payload ${digest} was changed`,
    };
  }
  return null;
}

/** Of the right types: the header's text must not be something else that happens to read the same. */
function isRow(row: unknown): row is EventRow {
  if (typeof row !== "object" || row === null) return false;
  const { sessionId, sequence, type, atMs, callId, payloadDigest, previous, hash } = row as Partial<
    Record<keyof EventRow, unknown>
  >;
  return (
    Number.isSafeInteger(sequence) &&
    Number.isFinite(atMs) &&
    (callId === null || typeof callId === "string") &&
    [sessionId, type, payloadDigest, previous, hash].every((text) => typeof text === "string")
  );
}
