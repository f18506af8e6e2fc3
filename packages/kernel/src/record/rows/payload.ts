/**
 * Payloads: canonical JSON as bytes, named by their SHA-256. A large content has a payload of its own, so that equal
 * outputs are kept once and retention can drop a call's texts without losing what was decided about it. A content
 * larger than the bound is left out and marked so.
 */

import { hash } from "node:crypto";
import type { Json } from "@toolplane/contract";
import { canonicalJson } from "../../digest/digest-of.ts";
import { inOrder, type Layout } from "./row-layout.ts";

/** Larger values get a payload of their own, counted as their texts and names and a few characters for each part. */
const INLINE_CHARS = 4_096;
const PART_CHARS = 4;
/** Longer ones are not kept. */
const MAX_PAYLOAD_CHARS = 16_777_216;

export interface Payload {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** A value in a payload: itself, where it is, or how long it was. */
export type Content =
  | { readonly value: Json }
  | { readonly bytes: number; readonly digest: string }
  | { readonly chars: number; readonly omitted: true };

/** A canonical text with the digest that names it. */
export function payloadOf(text: string): Payload {
  const bytes = Buffer.from(text);
  return { digest: hash("sha256", bytes, "hex"), bytes };
}

/** The value with its members in order, or a pointer to a payload of its own, which is added to `payloads`. */
export function contentOf(value: unknown, layout: Layout, payloads: Payload[]): Content {
  if (sizeUpTo(value, INLINE_CHARS) <= INLINE_CHARS)
    return { value: inOrder(value, layout) as Json };
  const text = canonicalJson(value);
  if (text.length > MAX_PAYLOAD_CHARS) return { chars: text.length, omitted: true };
  const payload = payloadOf(text);
  payloads.push(payload);
  return { bytes: payload.bytes.byteLength, digest: payload.digest };
}

/** Reads the value of a content; undefined when it is not there any more. */
export function readContent(
  content: Content,
  payloads: ReadonlyMap<string, Uint8Array>,
): Json | undefined {
  if ("value" in content) return content.value;
  return "digest" in content ? readPayload(payloads.get(content.digest)) : undefined;
}

/** Reads a payload; undefined when it is not there or cannot be read. */
export function readPayload(bytes: Uint8Array | undefined): Json | undefined {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Json;
  } catch {
    return undefined;
  }
}

/** Roughly how long the value is as text; not looked at further once it is over `limit`. */
function sizeUpTo(value: unknown, limit: number): number {
  if (typeof value === "string") return value.length + PART_CHARS;
  if (typeof value !== "object" || value === null) return PART_CHARS;
  let size = PART_CHARS;
  if (Array.isArray(value)) {
    for (const member of value) {
      size += sizeUpTo(member, limit - size);
      if (size > limit) return size;
    }
    return size;
  }
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    size += key.length + sizeUpTo(member, limit - size);
    if (size > limit) return size;
  }
  return size;
}
