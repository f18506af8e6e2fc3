/** Views for processes that run on: planned, made, and taken down when the process has ended. */
import { join } from "node:path";
import type { Outputs } from "../backend/sandbox.ts";
import { isWithin, toBytePath } from "../plan/byte-path.ts";
import type { ConfinementReading } from "../plan/confinement-reading.ts";
import type { DirectoryCache } from "../plan/directory-cache.ts";
import type { Mount, MountPlan } from "../plan/mount.ts";
import { GUARD_BOUNDS } from "./guarded-folders.ts";
import { makeOutput } from "./make-output.ts";
import { openStages, type Stages, type StagesOptions } from "./open-stages.ts";
import { openStandIns, type StandIns } from "./open-stand-ins.ts";
import { planBound } from "./plan-bound.ts";

/** What outputs may grow by, and how many files they may hold, where nobody says. */
export const MAX_OUTPUT_BYTES: number = 4 * 1024 ** 3;
export const MAX_OUTPUT_FILES = 200_000;

/** Larger files are bound as they are. */
const MAX_COPIED_BYTES = 8 * 1024 * 1024;

export interface BoundViewOptions {
  /** A folder of this process, below the host's data. */
  readonly folder: string;
  readonly directories: DirectoryCache;
  /** As a byte path. */
  readonly scratch: string;
  readonly plan: (reading: ConfinementReading) => MountPlan;
  readonly maxMounts: number;
}

/** What one process is shown of its reach. */
export interface BoundView extends Pick<MountPlan, "mounts" | "held" | "starts"> {
  /** Names that the process, and nobody else of ours, can swap below a mount: those inside its outputs. */
  readonly points: Pick<ReadonlySet<string>, "has">;
  /** A sentence once its outputs have passed a bound. */
  over(): string | null;
  release(): void;
}

export interface BoundViews {
  make(reading: ConfinementReading, outputs: Outputs): BoundView;
}

export function createBoundViews(options: BoundViewOptions): BoundViews {
  let count = 0;
  return {
    make(reading, outputs) {
      const [declared, usual] = [outputs.declared.map(toBytePath), outputs.usual.map(toBytePath)];
      for (const path of declared) if (reading.level(path) === 2) makeOutput(path);
      const there = usual.filter((path) => reading.level(path) === 2 && isThere(path));
      const found = options.plan(reading);
      const bound = planBound({
        ...{ ...options, plan: found, reading, declared, usual: there },
        installed: (outputs.installed ?? []).map(toBytePath),
        ...{ maxFileBytes: MAX_COPIED_BYTES, guards: GUARD_BOUNDS },
      });
      count += 1;
      const standIns = openStandIns({
        folder: join(options.folder, `bound-${count}`),
        standIns: bound.standIns,
        mounts: bound.mounts,
        directories: options.directories,
        isHidden: (path) => bound.hidden.has(path) || reading.level(path) === 0,
        hidden: [...bound.hidden, ...bound.partly],
        maxFileBytes: MAX_COPIED_BYTES,
        maxLater: GUARD_BOUNDS.maxFolders,
      });
      const stages = stagesOver(standIns, {
        folder: join(options.folder, `out-${count}`),
        mayWrite: (path) => reading.level(path) === 2,
        isOutput: (path) => bound.outputs.includes(path),
        maxBytes: outputs.maxBytes ?? MAX_OUTPUT_BYTES,
        maxEntries: outputs.maxFiles ?? MAX_OUTPUT_FILES,
        ...(outputs.judge === undefined ? {} : { judge: outputs.judge }),
      });
      return {
        mounts: stages.mounts.toSorted((one, other) => depth(one) - depth(other)),
        held: bound.held,
        starts: found.starts,
        points: {
          has: (path) => !bound.outputs.some((output) => path !== output && isWithin(path, output)),
        },
        over: stages.over,
        release: () => {
          stages.close();
          standIns.close();
        },
      };
    },
  };
}

function stagesOver(standIns: StandIns, options: StagesOptions): Stages {
  try {
    return openStages(standIns.mounts, options);
  } catch (error) {
    standIns.close();
    throw error;
  }
}

// Nobody asked for a usual one by name, so one that cannot be made is no reason to refuse.
function isThere(path: string): boolean {
  try {
    makeOutput(path);
    return true;
  } catch {
    return false;
  }
}

function depth({ path }: Mount): number {
  return path.split("/").length;
}
