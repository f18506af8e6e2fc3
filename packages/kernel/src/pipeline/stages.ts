/**
 * The road of a call, top to bottom. Order is a security property: nothing in a later stage loosens an earlier one, and every
 * exception path fails closed. A test asserts this list by name.
 */
import { after } from "./after.ts";
import { approve } from "./approve.ts";
import { before } from "./before.ts";
import { bound } from "./bound.ts";
import { budget } from "./budget.ts";
import { capability } from "./capability.ts";
import { execute } from "./execute.ts";
import { footprint } from "./footprint.ts";
import { judge } from "./judge.ts";
import { recheck } from "./recheck.ts";
import { record } from "./record.ts";
import { resolve } from "./resolve.ts";
import type { Stage } from "./stage.ts";
import { validate } from "./validate.ts";

export const STAGES: readonly Stage[] = [
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
