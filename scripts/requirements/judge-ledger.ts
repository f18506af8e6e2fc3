import type { Requirement } from "../../test/requirements/requirement.ts";
import type { Citation } from "./collect-citations.ts";
import type { Run } from "./read-runs.ts";

/** The ledger read against the tests and their last run; each list is empty when all is well. */
export interface Ledger {
  readonly total: number;
  /** Rows whose tests are there, ran and passed. */
  readonly proven: number;
  readonly waiting: number;
  /** Rows without a test, or with one that failed. */
  readonly unproven: readonly Requirement[];
  /** Rows with a test that did not run on this machine. */
  readonly notRunHere: readonly Requirement[];
  /** Rows that still say they wait although a test proves them. */
  readonly stale: readonly Requirement[];
  readonly unknown: readonly Citation[];
}

export interface Proofs {
  readonly citations: readonly Citation[];
  readonly runs: ReadonlyMap<string, Run>;
}

export function judgeLedger(
  requirements: readonly Requirement[],
  { citations, runs }: Proofs,
): Ledger {
  const known = new Set(requirements.map(({ id }) => id));
  const cited = new Set(citations.map(({ id }) => id));
  const named = requirements.filter(({ id }) => cited.has(id));
  const open = requirements.filter(({ id }) => !cited.has(id));
  const failed = named.filter(({ id }) => runs.get(id) === "failed");
  const notRunHere = named.filter(({ id }) => (runs.get(id) ?? "skipped") === "skipped");
  return {
    total: requirements.length,
    proven: named.length - failed.length - notRunHere.length,
    waiting: open.filter(({ waitsFor }) => waitsFor !== undefined).length,
    unproven: [...open.filter(({ waitsFor }) => waitsFor === undefined), ...failed],
    notRunHere,
    stale: named.filter(({ waitsFor }) => waitsFor !== undefined),
    unknown: citations.filter(({ id }) => !known.has(id)),
  };
}
