import type { ViewCheck } from "@toolplane/contract/ports";

/** Gives those of a view's checks that are not among others. Two of one command and one condition are one check. */
export function otherChecks(
  checks: readonly ViewCheck[],
  others: readonly ViewCheck[],
): readonly ViewCheck[] {
  const names = new Set(others.map(nameOf));
  return checks.filter((check) => !names.has(nameOf(check)));
}

function nameOf({ run, when = [] }: ViewCheck): string {
  return JSON.stringify([run, when]);
}
