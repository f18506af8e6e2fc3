/**
 * Seals rows of the store, because a row is only text and lets nothing run. A question, its answer, a run of an agent and its workspace carry a
 * seal: an HMAC with the key that lies beside the store. Each has a purpose of its own, so that none can replace another or a
 * receipt. The seal of an answer holds the digest of the question that was shown, so that an answer to altered words is no
 * answer.
 */
import type { RecordKey } from "@toolplane/contract/ports";
import { canonicalJson, createSealer } from "@toolplane/kernel";

type SealPurpose = "question" | "answer" | "run" | "workspace";

export interface Seals {
  seal(purpose: SealPurpose, value: unknown): string;
  /** Never throws. */
  isGenuine(purpose: SealPurpose, value: unknown, seal: unknown): boolean;
}

export function createSeals(key: RecordKey): Seals {
  const sealer = createSealer(key, "key");
  const textOf = (purpose: SealPurpose, value: unknown): string =>
    `toolplane waiting ${purpose} 1\n${canonicalJson(value)}`;
  return {
    seal: (purpose, value) => sealer.seal(textOf(purpose, value)),
    isGenuine(purpose, value, seal) {
      try {
        return sealer.check(textOf(purpose, value), seal).isGenuine;
      } catch {
        return false;
      }
    },
  };
}
