import type { LoopLimits, ReachedLimit, Spent } from "./loop-state.ts";

/** The usage of a run and everything below it, against its limits. */
export interface LimitFacts {
  readonly settings: { readonly limits: LoopLimits };
  readonly turns: number;
  /** Answers of the models below it. */
  readonly turnsBelow?: number;
  readonly spent: Spent;
  readonly workedMs: number;
}

/** The bound that a run has reached, or null. Of several the one named first. */
export function reachedLimit(facts: LimitFacts): ReachedLimit | null {
  const { settings, spent, workedMs } = facts;
  const { limits } = settings;
  const turns = facts.turns + (facts.turnsBelow ?? 0);
  const tokens = spent.inputTokens + spent.outputTokens;
  if (limits.tokens !== undefined && tokens >= limits.tokens)
    return { by: "tokens", message: `The budget of ${limits.tokens} tokens is used up.` };
  if (limits.costMicros !== undefined && spent.costMicros >= limits.costMicros)
    return { by: "cost", message: `The budget of $${limits.costMicros / 1e6} is used up.` };
  if (limits.timeMs !== undefined && workedMs >= limits.timeMs)
    return { by: "time", message: `The time of ${limits.timeMs / 1_000} s is over.` };
  if (turns >= limits.turns) return { by: "turns", message: turnsText(facts) };
  return null;
}

function turnsText({ settings, turnsBelow = 0 }: LimitFacts): string {
  const { turns } = settings.limits;
  return turnsBelow > 0
    ? `The model and its subagents have answered ${turns} times.`
    : `The model has answered ${turns} times.`;
}
