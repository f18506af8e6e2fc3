/**
 * The person at this terminal as a broker: one card at a time, first come first served. Nothing is read from the terminal
 * until a question comes.
 */
import { type Question, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { type CardGround, showCard } from "./show-card.ts";

export interface TerminalBrokerOptions extends Omit<CardGround, "signal" | "queue" | "history"> {
  /** The record's line about *always* for this question; it is waited for before the card is drawn, so it must be quick. */
  readonly history?: (question: Question) => Promise<string | null>;
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
    const history = (await options.history?.(question).catch(() => null)) ?? null;
    if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
    return showCard(question, {
      ...options,
      signal,
      queue: { waiting: () => waiting, watchers },
      history,
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
