/**
 * Payloads: canonical JSON as bytes, named by their SHA-256. What is large stands in a payload of its own, so that equal
 * outputs are kept once and retention can drop what a call said without losing what was decided about it. What is larger than
 * the bound is left out and said to be.
 */
import { hash } from "node:crypto";
import type { Json } from "@toolplane/contract";
import { canonicalJson } from "../digest/digest-of.ts";

/** Longer values get a payload of their own. */
const INLINE_CHARS = 4_096;
/** Longer ones are not kept. */
const MAX_PAYLOAD_CHARS = 16_777_216;

/** Bytes and their name. */
export interface Payload {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** A value in a payload: itself, where it is, or how long it was. */
export type Content =
  | { readonly value: Json }
  | { readonly digest: string; readonly bytes: number }
  | { readonly omitted: true; readonly chars: number };

/** Names a canonical text. */
export function payloadOf(text: string): Payload {
  const bytes = Buffer.from(text);
  return { digest: hash("sha256", bytes, "hex"), bytes };
}

/** The canonical text of a {@link Content}; a payload of its own is added to `payloads`. */
export function contentText(value: unknown, payloads: Payload[]): string {
  const text = canonicalJson(value);
  if (text.length <= INLINE_CHARS) return `{"value":${text}}`;
  if (text.length > MAX_PAYLOAD_CHARS) return `{"chars":${text.length},"omitted":true}`;
  const payload = payloadOf(text);
  payloads.push(payload);
  return `{"bytes":${payload.bytes.byteLength},"digest":"${payload.digest}"}`;
}
