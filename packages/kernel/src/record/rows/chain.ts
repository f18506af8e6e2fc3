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
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from "node:crypto";
import { ConfigurationError } from "@toolplane/contract";
import type { ChainHead, EventRow } from "@toolplane/contract/ports";

const PURPOSE = "toolplane record head 1\n";
/** HMAC-SHA256 is as strong as its key up to the size of its output. */
const MIN_KEY_BYTES = 32;

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

/** A key as bytes, or prepared once where many heads are sealed. */
export type SealKey = Uint8Array | KeyObject;

/** Checks, copies and prepares the key of a record. Throws a ConfigurationError when it is too short. */
export function recordKey(key: Uint8Array): SealKey {
  if (key.byteLength < MIN_KEY_BYTES) {
    throw new ConfigurationError("record key", `must have at least ${MIN_KEY_BYTES} bytes`);
  }
  return createSecretKey(key);
}

/** Binds the end of a chain to the key, so that rows cut off at its end are noticed. */
export function sealHead(key: SealKey, sessionId: string, last: ChainLink): ChainHead {
  const head = { sessionId, sequence: last.sequence, hash: last.hash };
  return { ...head, mac: macOf(key, head) };
}

/** True when the head was made with this key and nothing in it was changed. */
export function isSealed(key: SealKey, head: ChainHead): boolean {
  if (typeof head.mac !== "string") return false;
  const given = Buffer.from(head.mac);
  const expected = Buffer.from(macOf(key, head));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf(key: SealKey, { sessionId, sequence, hash: last }: Omit<ChainHead, "mac">): string {
  // Canonical JSON: the members are named in order.
  const text = JSON.stringify({ hash: last, sequence, sessionId });
  return createHmac("sha256", key).update(`${PURPOSE}${text}`).digest("hex");
}
