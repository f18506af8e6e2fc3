/** A call that was given up because it waits for a person: nothing of it was settled, and it is made again with the answer. */
import { ToolError } from "./error.ts";
import type { ToolResult } from "./result.ts";

/** The error that ends such a call. `questionId`: what it waits for. */
export function suspension(questionId: string): ToolError {
  return new ToolError("cancelled", "It waits for a person's answer.", {
    details: { suspended: questionId },
  });
}

/** The question that a call was given up for; null for every other error and result. */
export function suspendedBy(given: ToolError | ToolResult): string | null {
  if (!("code" in given) || given.code !== "cancelled") return null;
  const { suspended } = (given.details ?? {}) as { readonly suspended?: unknown };
  return typeof suspended === "string" ? suspended : null;
}
