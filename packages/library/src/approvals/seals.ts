/**
 * Seals rows of the store, because a row is only text and lets nothing run. A question, its answer and a run of an agent carry a
 * seal: an HMAC with the key that lies beside the store. Each has a purpose of its own, so that none can replace another or a
 * receipt. The seal of an answer holds the digest of the question that was shown, so that an answer to altered words is no
 * answer.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { ConfigurationError } from "@toolplane/contract";
import { canonicalJson } from "@toolplane/kernel";

type SealPurpose = "question" | "answer" | "run";

export interface Seals {
  seal(purpose: SealPurpose, value: unknown): string;
  /** Never throws. */
  isGenuine(purpose: SealPurpose, value: unknown, seal: unknown): boolean;
}

const MIN_KEY_BYTES = 32;

export function createSeals(given: Uint8Array): Seals {
  if (given.byteLength < MIN_KEY_BYTES)
    throw new ConfigurationError("key", `must have at least ${MIN_KEY_BYTES} bytes`);
  const key = Uint8Array.from(given);
  const seal = (purpose: SealPurpose, value: unknown): string =>
    createHmac("sha256", key)
      .update(`toolplane waiting ${purpose} 1\n`)
      .update(canonicalJson(value))
      .digest("hex");
  return {
    seal,
    isGenuine(purpose, value, mark) {
      if (typeof mark !== "string") return false;
      try {
        const given = Buffer.from(mark);
        const expected = Buffer.from(seal(purpose, value));
        return given.length === expected.length && timingSafeEqual(given, expected);
      } catch {
        return false;
      }
    },
  };
}
