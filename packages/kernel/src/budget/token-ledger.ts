/**
 * Tokens of one workflow. A call reserves its estimate before it runs, so that a hundred at once cannot pass the limit
 * together; what it really used replaces the estimate afterwards. A ledger belongs to one workflow and is handed down to its
 * subagents; two workflows share nothing.
 */

/** The tokens of one workflow. */
export interface TokenLedger {
  readonly maxTokens: number;
  /** Takes room for an estimate, or says that there is none. */
  reserve(estimate: number): TokenReservation | null;
  used(): number;
  /** Starts the workflow again at zero; what still runs counts for nothing. */
  reset(): void;
}

/** Room taken for one call. */
export interface TokenReservation {
  /** Replaces the estimate by what was used; false when that overshoots the limit. Only the first word counts. */
  settle(tokens: number): boolean;
  /** Gives the room back: the call did not run. */
  release(): void;
}

export function createTokenLedger(options: { readonly maxTokens: number }): TokenLedger {
  const { maxTokens } = options;
  let used = 0;
  let workflow = 0;
  return {
    maxTokens,
    reserve(estimate) {
      if (used + estimate > maxTokens) return null;
      const own = workflow;
      let open = true;
      used += estimate;
      const replace = (tokens: number): void => {
        if (!open || own !== workflow) return;
        open = false;
        used += tokens - estimate;
      };
      return {
        settle(tokens) {
          replace(tokens);
          return own !== workflow || used <= maxTokens;
        },
        release: () => replace(0),
      };
    },
    used: () => used,
    reset() {
      workflow += 1;
      used = 0;
    },
  };
}

/** About how many tokens a text has: four characters each. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
