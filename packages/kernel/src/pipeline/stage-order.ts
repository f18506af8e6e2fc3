/**
 * The road of a call, top to bottom. Order is a security property: nothing in a later stage loosens an earlier one, and every
 * exception path fails closed. A test asserts this list by name, and the compiler compares it with the names in the contract.
 */
import type { STAGE_NAMES, StageName } from "@toolplane/contract/ports";
import { approve } from "./gates/approve.ts";
import { before } from "./gates/before.ts";
import { budget } from "./gates/budget.ts";
import { capability } from "./gates/capability.ts";
import { footprint } from "./gates/footprint.ts";
import { judge } from "./gates/judge.ts";
import { recheck } from "./gates/recheck.ts";
import { resolve } from "./gates/resolve.ts";
import { validate } from "./gates/validate.ts";
import { execute } from "./running/execute.ts";
import { after } from "./settling/after.ts";
import { bound } from "./settling/bound.ts";
import { record } from "./settling/record.ts";
import type { Stage } from "./stage/stage.ts";

/** One stage for each name of the contract, in the same order. */
type StageList<Names extends readonly StageName[]> = {
  readonly [At in keyof Names]: Stage<Names[At]>;
};

export const STAGES: StageList<typeof STAGE_NAMES> = [
  { name: "resolve", always: false, run: resolve },
  { name: "validate", always: false, run: validate },
  { name: "footprint", always: false, run: footprint },
  { name: "capability", always: false, run: capability },
  { name: "judge", always: false, run: judge },
  { name: "approve", always: false, run: approve },
  { name: "budget", always: false, run: budget },
  { name: "before", always: false, run: before },
  { name: "recheck", always: false, run: recheck },
  { name: "execute", always: false, run: execute },
  { name: "bound", always: true, run: bound },
  { name: "after", always: true, run: after },
  { name: "record", always: true, run: record },
];

/** Where a call goes back to when a person edited its arguments. */
export const VALIDATE_AT: number = STAGES.findIndex(({ name }) => name === "validate");

/** Where the calls of a batch wait for one another. */
export const BEFORE_AT: number = STAGES.findIndex(({ name }) => name === "before");

/** From here on settled calls are walked too. */
export const BOUND_AT: number = STAGES.findIndex(({ name }) => name === "bound");

/** The first stage that `explain` does not walk. */
export const APPROVE_AT: number = STAGES.findIndex(({ name }) => name === "approve");
