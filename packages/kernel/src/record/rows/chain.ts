/**
 * The chain of a session's record. Each row's hash is SHA-256 over the canonical JSON of its header, and the header
 * holds the hash of the row before and the *digest* of the payload: a payload can be dropped or redacted later, and
 * every row after it still verifies.
 *
 * A hash needs no secret, so a program that can write rows can also make a new chain. It cannot make the head: the MAC
 * over the last row, with a key kept outside every sandbox. Heads are sealed with every append, so rows past the head
 * are a fault too. The first row of a session follows the row of the chain of sessions that opened it. One attack remains: to put
 * back an older state whole, rows and heads together; only a head kept elsewhere shows that.
 */
import { hash } from "node:crypto";
import type { ChainHead, EventRow, RecordKey } from "@toolplane/contract/ports";
import { createSealer, type SealCheck, type Sealer } from "../../digest/create-sealer.ts";

const PURPOSE = "toolplane record head 1\n";

/** The last row of a chain, or where an empty one begins. */
export interface ChainLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first row of a chain that follows no other. */
export const CHAIN_START: ChainLink = Object.freeze({ sequence: -1, hash: "0".repeat(64) });

/** The content of a row, before it has a place in the chain. */
export type UnlinkedRow = Omit<EventRow, "sequence" | "previous" | "hash">;

export function linkRow(last: ChainLink, row: UnlinkedRow): EventRow {
  const linked = {
    sessionId: row.sessionId,
    sequence: last.sequence + 1,
    type: row.type,
    atMs: row.atMs,
    callId: row.callId,
    payloadDigest: row.payloadDigest,
    previous: last.hash,
    hash: "",
  };
  linked.hash = hashHeader(linked);
  return linked;
}

/** SHA-256 over the canonical JSON of the header. */
export function hashHeader(row: Omit<EventRow, "hash">): string {
  return hash("sha256", headerText(row), "hex");
}

/** Canonical JSON: the members are named in order. */
export function headerText(row: Omit<EventRow, "hash">): string {
  const { atMs, callId, payloadDigest, previous, sequence, sessionId, type } = row;
  return JSON.stringify({ atMs, callId, payloadDigest, previous, sequence, sessionId, type });
}

/** A key as it is given, or prepared once where many heads are sealed. */
export type SealKey = RecordKey | Sealer;

/** Checks, copies and prepares the key of a record. Throws a ConfigurationError when it is too short. */
export function recordKey(key: SealKey): Sealer {
  return "check" in key ? key : createSealer(key);
}

/** Binds the end of a chain to the key, so that rows cut off at its end are noticed. */
export function sealHead(key: SealKey, sessionId: string, last: ChainLink): ChainHead {
  const head = { sessionId, sequence: last.sequence, hash: last.hash };
  return { ...head, mac: recordKey(key).seal(sealedText(head)) };
}

/** True when the head was made with a key that is here and nothing in it was changed. */
export function isSealed(key: SealKey, head: ChainHead): boolean {
  return checkHead(key, head).isGenuine;
}

export function checkHead(key: SealKey, head: ChainHead): SealCheck {
  return recordKey(key).check(sealedText(head), head.mac);
}

/** Says what to do about a head that names a key which is not here. */
export function unknownKeyText(name: string): string {
  return `it is sealed with the key ${name}, which is not here: name its file under "oldKeys" in "record", or use the machine that has it`;
}

function sealedText({ sessionId, sequence, hash: last }: Omit<ChainHead, "mac">): string {
  // Canonical JSON: the members are named in order.
  return `${PURPOSE}${JSON.stringify({ hash: last, sequence, sessionId })}`;
}
