/**
 * Names with the dates of their files, taken while the search program still lists: two processors work where one would wait.
 * A number apart from the name, and only the newest are ever put in order: of a hundred thousand names a few are shown.
 */
import { lstatSync } from "node:fs";

export interface DatedNames {
  /** Ways from the root, in the order in which they came. */
  readonly names: readonly string[];
  add(name: string): void;
  /** False when there are too many to be dated here, or their file system takes too long. */
  takesMore(): boolean;
  /** The newest, newest first, at most so many. */
  newest(most: number): readonly string[];
}

const MAX_DATED = 200_000;
const MAX_CHARACTERS = 32_000_000;
/** As long as the first of them are timed; what a disk in this machine needs for one is a few microseconds. */
const TIMED = 2_000;
const MAX_TIMED_MS = 200;

export interface DatedNamesOptions {
  readonly most?: number | undefined;
  readonly now?: () => number;
}

/** Dates names below a directory, given by its real path. */
export function createDatedNames(real: string, options: DatedNamesOptions = {}): DatedNames {
  const { most: mostDated = MAX_DATED, now = () => performance.now() } = options;
  const names: string[] = [];
  const dates: number[] = [];
  // Put together by hand: what the program lists is in normal form, and these are many.
  const lead = real === "/" ? "/" : `${real}/`;
  let characters = 0;
  let timedMs = 0;
  return {
    names,
    add(name) {
      const path = lead + name;
      if (names.length < TIMED) {
        const startMs = now();
        dates.push(modifiedAt(path));
        timedMs += now() - startMs;
      } else dates.push(modifiedAt(path));
      names.push(name);
      characters += name.length;
    },
    takesMore: () =>
      names.length < mostDated && characters < MAX_CHARACTERS && timedMs < MAX_TIMED_MS,
    newest(most) {
      const least = names.length > most ? nthLargest(dates, most) : Number.NEGATIVE_INFINITY;
      const chosen: { readonly name: string; readonly ms: number }[] = [];
      dates.forEach((ms, index) => {
        if (ms >= least) chosen.push({ name: names[index] as string, ms });
      });
      chosen.sort((left, right) => right.ms - left.ms || (left.name < right.name ? -1 : 1));
      return chosen.slice(0, most).map(({ name }) => name);
    },
  };
}

function nthLargest(values: readonly number[], nth: number): number {
  const sorted = new Float64Array(values).sort();
  return sorted[Math.max(0, sorted.length - nth)] ?? Number.NEGATIVE_INFINITY;
}

const MAY_BE_GONE = { throwIfNoEntry: false } as const;

/** A file that is gone by now sorts last, and is left out when it is pinned. */
function modifiedAt(path: string): number {
  try {
    return lstatSync(path, MAY_BE_GONE)?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}
