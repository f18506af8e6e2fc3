/** Compares what test files cost with what each may cost. */
import { COSTLY_FILES, type CostlyFile, MOST_SECONDS } from "./costly-files.ts";

export interface Overspent {
  /** What the file cost and may cost, as a sentence. */
  readonly sentence: string;
  /** More than a slow machine explains: the run fails. */
  readonly isFault: boolean;
}

/** A machine that lends its processors to others counts some of that wait as the test's own time: up to 1.3 times was seen. */
const SLOW_MACHINE = 2;

/** Every file that cost more than it may, the dearest first. */
export function findOverspent(
  costs: ReadonlyMap<string, number>,
  costly: readonly CostlyFile[] = COSTLY_FILES,
): readonly Overspent[] {
  const allowed = new Map(costly.map(({ path, seconds }) => [path, seconds]));
  return [...costs]
    .map(([path, seconds]) => ({ path, seconds, most: allowed.get(path) ?? MOST_SECONDS }))
    .filter(({ seconds, most }) => seconds > most)
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ path, seconds, most }) => ({
      sentence: `${path} took ${seconds.toFixed(1)} s of processor time, its programs counted; it may take ${most} s.`,
      isFault: seconds > most * SLOW_MACHINE,
    }));
}
