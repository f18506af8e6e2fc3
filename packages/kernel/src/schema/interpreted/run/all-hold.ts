import type { Run } from "./run.ts";

/** All checks, in order; only a collecting run goes on after the first "no". */
export function allHold<Value>(
  checks: readonly ((value: Value, run: Run) => boolean)[],
  ...[value, run]: [value: Value, run: Run]
): boolean {
  let isValid = true;
  for (const check of checks) {
    if (!check(value, run)) {
      if (!run.isCollecting) {
        return false;
      }
      isValid = false;
    }
  }
  return isValid;
}
