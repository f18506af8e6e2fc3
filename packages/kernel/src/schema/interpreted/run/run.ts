import { MAX_FAULTS } from "../document/schema-engine.ts";
import type { SchemaResource } from "../document/schema-resource.ts";
import type { Evaluated } from "./evaluated.ts";

// One run of a compiled schema over one value. A schema is a tree of closures that answer yes or no;
// the first run only asks that, and stops at the first no. Only a value that failed is run a second
// time, collecting what to say. So a valid value never pays for paths or messages.

export interface Run {
  /** The rest of the budget; below zero the run gives up. */
  steps: number;
  /** References inside one another. Too many without an end means a schema that loops. */
  references: number;
  /** Go on after a failure and note it. Conditions (`not`, `if`, `contains`) switch it off. */
  isCollecting: boolean;
  /** A run that only answers, over objects whose members are all their own: short cuts are open. */
  isQuick: boolean;
  findings: Finding[];
  /** The parts of the current value that were looked at, while an `unevaluated…` keyword waits for them. */
  evaluated: Evaluated | null;
  /** Schema resources on the way here, innermost first, for `$dynamicRef`. */
  scope: Scope | null;
}

interface Scope {
  readonly resource: SchemaResource;
  readonly outer: Scope | null;
}

export type Check = (value: unknown, run: Run) => boolean;

/** A fault whose path grows, innermost segment first, while the run unwinds. */
export interface Finding {
  readonly path: string[];
  readonly keyword: string;
  readonly message: string;
  readonly known?: readonly string[];
  readonly branches?: readonly (readonly Finding[])[];
}

/** Thrown by `spend` and by references, caught where the run was started. */
export const gaveUp: unique symbol = Symbol("gave up");
export const loops: unique symbol = Symbol("loops");

export function spend(run: Run, steps: number): void {
  run.steps -= steps;
  if (run.steps < 0) {
    throw gaveUp;
  }
}

/** Notes a finding about the current value and answers "no". */
export function fail(run: Run, keyword: string, message: string): false {
  return note(run, { path: [], keyword, message });
}

export function note(run: Run, finding: Finding): false {
  if (run.isCollecting && run.findings.length < MAX_FAULTS) {
    run.findings.push(finding);
  }
  return false;
}

/** Says that the findings made since `from` are about the member or item `segment`. */
export function locate(run: Run, from: number, segment: string): void {
  for (let index = from; index < run.findings.length; index += 1) {
    run.findings[index]?.path.push(segment);
  }
}

/** Runs a check whose answer is a condition: nothing it finds or looks at is kept. */
export function holds(check: Check, value: unknown, run: Run): boolean {
  const { isCollecting, evaluated } = run;
  run.isCollecting = false;
  run.evaluated = null;
  const answer = check(value, run);
  run.isCollecting = isCollecting;
  run.evaluated = evaluated;
  return answer;
}
