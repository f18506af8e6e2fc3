/**
 * A footprint that calls of one tool share, with what follows from it alone: whether it lies inside reach, what the judges say
 * of it, whether anything in it is masked, what it locks. Every field is the outcome of a pure function of the footprint and
 * of what a session never changes (policy, reach, posture) or that is kept with it (mode), so a call that brings an equal footprint may take it over. The
 * analyzer is asked for every call all the same: where a path really leads is the world's business and is never kept.
 */
import type { Footprint, SecurityMode, Verdict } from "@toolplane/contract";
import type { LockNeed } from "../schedule/lock-need.ts";

/** One footprint and what was found out about it so far. */
export interface SharedFootprint {
  readonly footprint: Footprint;
  /** True once all of it was found inside reach. */
  inReach: boolean;
  /** Set at the first judging, and only where no judge looks at anything else of the call. */
  verdict: Verdict | null;
  /** The mode that the verdict was reached in: in another one it is worth nothing. */
  mode: SecurityMode | null;
  /** Masking changes nothing in them. */
  cleanFootprint: boolean;
  cleanVerdict: boolean;
  /** The locks it needs, and whether it only reads; undefined until first used. */
  need: LockNeed | null | undefined;
  readOnly: boolean | undefined;
}

/** The footprints of a tool that takes one file in one argument: the latest hundreds, found by where the file is. */
export interface SharedFiles {
  find(lexical: string, real: string): SharedFootprint | undefined;
  keep(lexical: string, real: string, shared: SharedFootprint): void;
}

/** Starts with nothing found out. */
export function createSharedFootprint(footprint: Footprint): SharedFootprint {
  return {
    footprint,
    inReach: false,
    verdict: null,
    mode: null,
    cleanFootprint: false,
    cleanVerdict: false,
    need: undefined,
    readOnly: undefined,
  };
}

/** At least so many are kept, and at most twice as many. */
const GENERATION = 128;
/** Longer paths are worked out again each time: what is kept stays small. */
const MAX_PATH = 512;

interface Kept {
  readonly real: string;
  readonly shared: SharedFootprint;
}

/** Two generations, the newer filling up before it replaces the older: nothing is ever deleted one by one. */
export function createSharedFiles(): SharedFiles {
  let older = new Map<string, Kept>();
  let newer = new Map<string, Kept>();
  const add = (path: string, kept: Kept): void => {
    if (newer.size >= GENERATION) {
      older = newer;
      newer = new Map();
    }
    newer.set(path, kept);
  };
  return {
    find(lexical, real) {
      let kept = newer.get(lexical);
      if (kept === undefined) {
        kept = older.get(lexical);
        if (kept !== undefined) add(lexical, kept);
      }
      return kept?.real === real ? kept.shared : undefined;
    },
    keep(lexical, real, shared) {
      if (lexical.length <= MAX_PATH && real.length <= MAX_PATH) add(lexical, { real, shared });
    },
  };
}
