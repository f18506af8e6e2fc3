/** Finds why a green check need not check any more what it did, whatever its runs say. */
import type { BaseOutcome } from "./base-outcome.ts";
import type { Touched } from "./find-touched.ts";

/**
 * `line`: what the command starts could not be read. `inside`: tests in a source file changed with it, and cannot be put back without
 * it. `exit-code`: what the check runs changed, and an exit code says nothing about a test that is gone.
 */
export type Unshown = "line" | "inside" | "exit-code";

export function findUnshown(
  { parts, inseparable }: Touched,
  { outcome, isRead }: Pick<BaseOutcome, "outcome" | "isRead">,
): Unshown | null {
  if (!isRead) return "line";
  if (inseparable.length > 0) return "inside";
  const mayGrow = parts.every(({ kind, role }) => role === "test" && kind === "added");
  return outcome.runner === null && !mayGrow ? "exit-code" : null;
}
