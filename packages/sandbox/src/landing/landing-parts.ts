/** The parts that the modules of landing share. All folders are byte paths. */
import type { LateClearing } from "./state/clear-later.ts";
import type { LandingBounds } from "./state/landings.ts";
import type { FinishParts } from "./steps/finish-plan.ts";
import type { LateSyncs } from "./steps/late-syncs.ts";

export interface LandingParts extends FinishParts {
  readonly calls: string;
  readonly journals: string;
  readonly bounds: LandingBounds;
  readonly untrustedChecks: readonly string[];
  /** Git folders that are no part of a root. */
  readonly gitFolders: readonly string[];
  /** Runs the work while no other landing changes these roots, in this process or another. */
  readonly lock: <T>(roots: readonly string[], work: () => Promise<T>) => Promise<T>;
  /** Landings that are not yet on disk. */
  readonly later: LateSyncs;
  /** Views of commands that changed nothing. */
  readonly clearing: LateClearing;
  readonly nextId: (place?: "project" | "view") => string;
  readonly wallMs: () => number;
  /** A check that throws once the time of a landing is up. */
  readonly deadline: () => () => void;
  /** After a landing; with what went wrong when everything was there already, and whether what is not old yet may go for it. */
  readonly onLanded: (
    fault: unknown,
    how: {
      readonly mayDisplace: boolean;
      readonly paths: readonly string[];
      readonly approved?: readonly string[];
    },
  ) => void;
  readonly onKept: () => void;
}
