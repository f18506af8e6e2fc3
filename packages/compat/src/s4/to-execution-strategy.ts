/** S4's strategies by S4's names. Set when a session is opened, never by a model. */
import type { ExecutionStrategy } from "@toolplane/contract";

/** S4's ToolExecutionStrategy. */
export type ToolExecutionStrategy =
  | "Sequential"
  | "Parallel"
  | { readonly Batched: { readonly size: number } };

export const DEFAULT_STRATEGY: ToolExecutionStrategy = "Parallel";

export function toExecutionStrategy(
  strategy: ToolExecutionStrategy = DEFAULT_STRATEGY,
): ExecutionStrategy {
  if (strategy === "Sequential") return "sequential";
  return strategy === "Parallel" ? "parallel" : { batched: strategy.Batched.size };
}
