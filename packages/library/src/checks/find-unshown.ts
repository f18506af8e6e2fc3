/** Finds why a green check need not check any more what it did, whatever its runs say. */
import type { BaseOutcome } from "./base-outcome.ts";
import type { Touched, TouchedPart } from "./find-touched.ts";

/** What decides how the tests run and how they are told. One that was changed for the worse shows only in the next set. */
const OWN: ReadonlySet<TouchedPart["role"]> = new Set([
  "script",
  "configuration",
  "named",
  "installed",
]);

/** Each of them is run by itself. */
export const MOST_HELPERS = 4;

/**
 * `line`: what the command starts could not be read. `inside`: tests in a source file changed with it, and cannot be put back without
 * it. `own`: scripts, configuration or what else makes up the check changed. `helpers`: more files than can be tried one by one may be parts
 * of the tests. `exit-code`: what the check runs changed, and an exit code says nothing about a test that is gone.
 */
export type Unshown = "line" | "inside" | "own" | "helpers" | "exit-code";

export function findUnshown(
  { parts, inseparable }: Touched,
  { outcome, isRead }: Pick<BaseOutcome, "outcome" | "isRead">,
): Unshown | null {
  if (!isRead) return "line";
  if (inseparable.length > 0) return "inside";
  if (parts.some(isOwn)) return "own";
  if (parts.filter(({ role }) => role === "helper").length > MOST_HELPERS) return "helpers";
  // Helpers are tried one by one, and that shows in an exit code too.
  const mayGrow = parts.every(
    ({ kind, role }) => role === "helper" || (role === "test" && kind === "added"),
  );
  return outcome.runner === null && !mayGrow ? "exit-code" : null;
}

export function isOwn({ role }: Pick<TouchedPart, "role">): boolean {
  return OWN.has(role);
}
