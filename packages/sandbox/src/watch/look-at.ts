/** One look at what a confinement lets a process write: its files, and what is held back among them. */
import { readlinkSync } from "node:fs";
import { isToolError } from "@toolplane/contract";
import { toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { MountPlan } from "../plan/mounts/mount.ts";
import { planMounts } from "../plan/plan-mounts.ts";
import type { PlanOptions } from "../plan/walk/open-walk.ts";
import { type Scan, scanWritable } from "./scan-writable.ts";

/** How to look, and for how long. */
export interface LookOptions extends PlanOptions {
  readonly maxFiles: number;
  readonly untilMs: number;
  readonly now: () => number;
}

export interface Look {
  readonly scan: Scan;
  /** Existing names that a process may not write. */
  readonly refused: ReadonlySet<string>;
  /** Links under such names, and where they lead. */
  readonly links: ReadonlyMap<string, string>;
}

const BLIND: Look = {
  scan: {
    files: new Map(),
    links: new Set(),
    bulky: new Map(),
    complete: false,
    seen: new Set(),
  },
  refused: new Set(),
  links: new Map(),
};

/** Looks. Past a bound the look is not complete; it never fails. */
export function lookAt(options: LookOptions): Look {
  let plan: MountPlan;
  try {
    plan = planMounts(options);
  } catch (error) {
    if (isToolError(error)) return BLIND;
    throw error;
  }
  const { reading, scratch } = options;
  const directories = plan.writable.filter(({ path }) => !isWithin(path, scratch));
  const missing = new Set(plan.missing);
  const held = [...plan.held.keys()].filter(
    (path) => !missing.has(path) && !isWithin(path, scratch) && !reading.mayWrite(path),
  );
  const links = plan.unheldLinks.filter((path) => !reading.mayWrite(path));
  return {
    scan: scanWritable(directories, options),
    refused: new Set(held),
    links: new Map(links.map((path) => [path, targetOf(path)])),
  };
}

function targetOf(path: string): string {
  try {
    return readlinkSync(toFsPath(path), "latin1");
  } catch {
    return "";
  }
}
