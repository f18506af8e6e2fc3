/**
 * The tokens that a session's calls count on: those of the workflow that `find` names when the call is made, with a lower end for
 * some of them (S2's `max_tokens`). A call that waited settles with the workflow that it was made in.
 */
import type { TokenLedger } from "@toolplane/kernel";

/** The ledger as a caller with `maxTokens` sees it. */
export function capLedger(find: () => TokenLedger, maxTokens: number): TokenLedger {
  const limit = Math.min(maxTokens, find().maxTokens);
  return {
    maxTokens: limit,
    reserve(estimate) {
      const ledger = find();
      if (ledger.used() + estimate > limit) return null;
      const reservation = ledger.reserve(estimate);
      if (!reservation) return null;
      return {
        settle: (tokens) => reservation.settle(tokens) && ledger.used() <= limit,
        release: () => reservation.release(),
      };
    },
    used: () => find().used(),
    reset: () => find().reset(),
  };
}
