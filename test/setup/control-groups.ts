/** Removes what `processor-time.ts` made for the workers of a run. */
import { removeGroups } from "./processor-time.ts";

/** Called by vitest once a run: an earlier one may have been killed. */
export function setup(): void {
  removeGroups();
}

export function teardown(): void {
  removeGroups();
}
