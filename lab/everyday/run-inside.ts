/** Runs this very program once more, in a place where names of our own lead to servers of our own. */
import { spawnSync } from "node:child_process";
import { enterNames } from "./enter-names.ts";

/** Tells the run inside that it is there. */
const INSIDE = "TOOLPLANE_EVERYDAY_INSIDE";

export interface Inside {
  readonly hasNetwork: boolean;
}

/** Null for the run outside. */
export function runsInside(): Inside | null {
  const told = process.env[INSIDE];
  return told === undefined ? null : { hasNetwork: told === "yes" };
}

export function runAgainInside(): void {
  const [program, ...before] = enterNames();
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const [first = "", ...rest] = program === undefined ? again : [program, ...before, ...again];
  const env = { ...process.env, [INSIDE]: program === undefined ? "no" : "yes" };
  process.exitCode = spawnSync(first, rest, { stdio: "inherit", env }).status ?? 1;
}
