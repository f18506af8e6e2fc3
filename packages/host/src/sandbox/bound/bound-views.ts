/** Views for processes that run on: planned, made, and taken down when the process has ended. */
import { join } from "node:path";
import type { Outputs } from "../backend/sandbox.ts";
import { isWithin, toBytePath } from "../plan/byte-path.ts";
import type { ConfinementReading } from "../plan/confinement-reading.ts";
import type { DirectoryCache } from "../plan/directory-cache.ts";
import type { Mount, MountPlan } from "../plan/mount.ts";
import { makeOutput } from "./make-output.ts";
import { openStages } from "./open-stages.ts";
import { openStandIns } from "./open-stand-ins.ts";
import { planBound } from "./plan-bound.ts";

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
  release(): void;
}

export interface BoundViews {
  make(reading: ConfinementReading, outputs: Outputs): BoundView;
}

/** Makes views. */
export function createBoundViews(options: BoundViewOptions): BoundViews {
  let count = 0;
  return {
    make(reading, outputs) {
      const [declared, usual] = [outputs.declared.map(toBytePath), outputs.usual.map(toBytePath)];
      for (const path of declared) if (reading.level(path) === 2) makeOutput(path);
      const there = usual.filter((path) => reading.level(path) === 2 && isThere(path));
      const found = options.plan(reading);
      const bound = planBound({ ...options, plan: found, reading, declared, usual: there });
      count += 1;
      const standIns = openStandIns({
        folder: join(options.folder, `bound-${count}`),
        standIns: bound.standIns,
        mounts: bound.mounts,
        directories: options.directories,
        isHidden: (path) => bound.hidden.has(path) || reading.level(path) === 0,
      });
      const stages = openStages(standIns.mounts, {
        folder: join(options.folder, `out-${count}`),
        mayWrite: (path) => reading.level(path) === 2,
        isOutput: (path) => bound.outputs.includes(path),
      });
      return {
        mounts: stages.mounts.toSorted((one, other) => depth(one) - depth(other)),
        held: bound.held,
        starts: found.starts,
        points: {
          has: (path) => !bound.outputs.some((output) => path !== output && isWithin(path, output)),
        },
        release: () => {
          stages.close();
          standIns.close();
        },
      };
    },
  };
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
