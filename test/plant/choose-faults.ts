/** Chooses the faults of a run: all, those of some names, or a few that a seed decides. */
import { type Area, type PlacedFault, placeFaults } from "./fault.ts";

export interface Choice {
  /** Names of faults or of areas; none means all. */
  readonly only: readonly string[];
  readonly sample: number | null;
  readonly seed: number;
}

/** The same choice gives the same faults. */
export function chooseFaults(areas: readonly Area[], choice: Choice): readonly PlacedFault[] {
  const { only, sample, seed } = choice;
  const wanted = areas.flatMap((area) => {
    const all = placeFaults([area]);
    if (only.length === 0 || only.includes(area.name)) return all;
    return all.filter(({ name }) => only.includes(name));
  });
  return sample === null ? wanted : shuffled(wanted, seed).slice(0, sample);
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed >>> 0;
  return items
    .map((item) => {
      // A linear congruential generator is enough to deal cards.
      state = (Math.imul(state ^ (state >>> 15), 1_664_525) + 1_013_904_223) >>> 0;
      return { item, order: state };
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
