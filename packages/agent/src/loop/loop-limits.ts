import type { LoopState } from "./loop-state.ts";

export interface ReachedLimit {
  readonly by: "turns" | "tokens" | "cost" | "time";
  readonly message: string;
}

/** The bound that a run has reached, or null. Of several the one named first. */
export function reachedLimit({ settings, turns, spent, workedMs }: LoopState): ReachedLimit | null {
  const { limits } = settings;
  const tokens = spent.inputTokens + spent.outputTokens;
  if (limits.tokens !== undefined && tokens >= limits.tokens)
    return { by: "tokens", message: `The budget of ${limits.tokens} tokens is used up.` };
  if (limits.costMicros !== undefined && spent.costMicros >= limits.costMicros)
    return { by: "cost", message: `The budget of $${limits.costMicros / 1e6} is used up.` };
  if (limits.timeMs !== undefined && workedMs >= limits.timeMs)
    return { by: "time", message: `The time of ${limits.timeMs / 1_000} s is over.` };
  if (turns >= limits.turns)
    return { by: "turns", message: `The model has answered ${limits.turns} times.` };
  return null;
}
