/**
 * The person at this terminal as a broker: one card at a time, first come first served. Nothing is read from the terminal
 * until a question comes.
 */
import { type Question, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import type { CardCounts } from "./card-state.ts";
import { type CardGround, showCard } from "./show-card.ts";

export interface TerminalBrokerOptions extends Omit<CardGround, "signal" | "queue" | "count"> {
  /** Counts what the record says of the answers that last, while the card is read. */
  readonly count?: (question: Question, signal: AbortSignal) => Promise<CardCounts>;
}

export function createTerminalBroker(options: TerminalBrokerOptions): Broker {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const watchers = new Set<() => void>();
  const count = (by: number): void => {
    waiting += by;
    for (const watch of [...watchers]) watch();
  };
  const show = async (question: Question, signal: AbortSignal) => {
    const { count } = options;
    // Whoever asked before hears the answer before the next card is drawn.
    await Promise.resolve();
    if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
    return showCard(question, {
      ...options,
      signal,
      queue: { waiting: () => waiting, watchers },
      count: count ? (over) => count(question, over) : null,
    });
  };
  return {
    async ask(question, signal) {
      count(1);
      const before = last;
      const shown = before.then(() => show(question, signal));
      last = shown.catch(() => undefined);
      try {
        return await shown;
      } finally {
        count(-1);
      }
    },
  };
}
