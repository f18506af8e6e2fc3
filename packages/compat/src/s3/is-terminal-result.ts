/** S3's completion rule, over whatever a runtime reported: a value that says nothing of the kind is not terminal. */

/** True when the run ends here: `terminal` is true, or it failed and did not ask to go on. */
export function isTerminalResult(result: unknown): boolean {
  if (typeof result !== "object" || result === null) return false;
  const { terminal, success, needsFollowup } = result as Readonly<Record<string, unknown>>;
  return terminal === true || (success === false && needsFollowup !== true);
}
