import type { Requirement } from "../../test/requirements/requirement.ts";
import type { Citation } from "./collect-citations.ts";

/** The ledger read against the tests; each list is empty when all is well. */
export interface Ledger {
  readonly total: number;
  readonly proven: number;
  readonly waiting: number;
  readonly unproven: readonly Requirement[];
  /** Rows that still say they wait although a test proves them. */
  readonly stale: readonly Requirement[];
  readonly unknown: readonly Citation[];
}

export function judgeLedger(
  requirements: readonly Requirement[],
  citations: readonly Citation[],
): Ledger {
  const known = new Set(requirements.map(({ id }) => id));
  const cited = new Set(citations.map(({ id }) => id));
  const proven = requirements.filter(({ id }) => cited.has(id));
  const open = requirements.filter(({ id }) => !cited.has(id));
  return {
    total: requirements.length,
    proven: proven.length,
    waiting: open.filter(({ waitsFor }) => waitsFor !== undefined).length,
    unproven: open.filter(({ waitsFor }) => waitsFor === undefined),
    stale: proven.filter(({ waitsFor }) => waitsFor !== undefined),
    unknown: citations.filter(({ id }) => !known.has(id)),
  };
}
