/** Compares what test files cost with what each may cost. */
import { COSTLY_FILES, type CostlyFile, MOST_SECONDS } from "./costly-files.ts";

/** A sentence for every file that cost more than it may, the dearest first. */
export function findOverspent(
  costs: ReadonlyMap<string, number>,
  costly: readonly CostlyFile[] = COSTLY_FILES,
): readonly string[] {
  const allowed = new Map(costly.map(({ path, seconds }) => [path, seconds]));
  return [...costs]
    .map(([path, seconds]) => ({ path, seconds, most: allowed.get(path) ?? MOST_SECONDS }))
    .filter(({ seconds, most }) => seconds > most)
    .sort((one, other) => other.seconds - one.seconds)
    .map(
      ({ path, seconds, most }) =>
        `${path} took ${seconds.toFixed(1)} s of processor time, its programs counted; it may take ${most} s.`,
    );
}
