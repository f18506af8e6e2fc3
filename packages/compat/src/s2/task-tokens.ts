/**
 * Finds the tokens of a workflow by the async task that a call is made in, as S2 does. It is the only place of ours that goes by
 * the task: a program that passes `workflow()` around needs none of it.
 *
 * A reset begins a new count for the rest of the task and for what it starts. Another task does not notice. Where none was made,
 * calls share the orchestrator's own count.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createTokenLedger, type TokenLedger } from "@toolplane/kernel";

export interface TaskTokens {
  /** The count of the task that asks. */
  current(): TokenLedger;
  /** Begins a new one for the task that asks. */
  reset(): void;
  /** Runs a whole workflow on a count of its own. */
  run<T>(work: () => T): T;
}

export function createTaskTokens(options: { readonly maxTokens: number }): TaskTokens {
  const own = createTokenLedger(options);
  const tasks = new AsyncLocalStorage<TokenLedger>();
  return {
    current: () => tasks.getStore() ?? own,
    reset: () => tasks.enterWith(createTokenLedger(options)),
    run: (work) => tasks.run(createTokenLedger(options), work),
  };
}
