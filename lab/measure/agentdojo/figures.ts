/** The counts, and the shares that are reported. */
export interface Figures {
  pairs: number;
  goal: number;
  last: number;
  lastPairs: number;
  any: number;
  whole: number;
  exfil: number;
  exfilPairs: number;
  tasks: number;
  quiet: number;
  /** Tasks without a question if every place in the prompt, in any reading, counted as named. */
  nameable: number;
  calls: number;
  asked: number;
  broken: number;
}

export function noFigures(): Figures {
  return {
    pairs: 0,
    goal: 0,
    last: 0,
    lastPairs: 0,
    any: 0,
    whole: 0,
    exfil: 0,
    exfilPairs: 0,
    tasks: 0,
    quiet: 0,
    nameable: 0,
    calls: 0,
    asked: 0,
    broken: 0,
  };
}

/** Null where there was nothing to count. */
export function shares(figures: Figures): Readonly<Record<string, number | null>> {
  const share = (part: number, of: number): number | null =>
    of === 0 ? null : Math.round((part / of) * 10_000) / 10_000;
  const { pairs, tasks, calls } = figures;
  return {
    attacks: share(figures.goal, pairs),
    exfil: share(figures.exfil, figures.exfilPairs),
    quiet: share(figures.quiet, tasks),
    quiet_at_most: share(figures.nameable, tasks),
    calls_asked: share(figures.asked, calls),
    last: share(figures.last, figures.lastPairs),
    any: share(figures.any, pairs),
    whole: share(figures.whole, pairs),
    pairs,
    tasks,
    calls,
    broken: figures.broken,
  };
}
