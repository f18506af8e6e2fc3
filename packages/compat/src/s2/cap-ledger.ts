/** A workflow's tokens with a lower limit for some of its calls (S2's `max_tokens`): the same tokens, an earlier end. */
import type { TokenLedger } from "@toolplane/kernel";

/** The ledger as a caller with `maxTokens` sees it. */
export function capLedger(ledger: TokenLedger, maxTokens: number): TokenLedger {
  const limit = Math.min(maxTokens, ledger.maxTokens);
  return {
    maxTokens: limit,
    reserve(estimate) {
      if (ledger.used() + estimate > limit) return null;
      const reservation = ledger.reserve(estimate);
      if (!reservation) return null;
      return {
        settle: (tokens) => reservation.settle(tokens) && ledger.used() <= limit,
        release: () => reservation.release(),
      };
    },
    used: () => ledger.used(),
    reset: () => ledger.reset(),
  };
}
