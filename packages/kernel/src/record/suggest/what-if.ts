/**
 * Judges calls that were really made by another policy. A pure function over recorded footprints: nothing runs, nothing
 * is asked, and the footprints are those of the time, so a file that is gone since is judged as it was.
 */
import type { Destination, Footprint, Verdict } from "@toolplane/contract";
import type { RecordedCall } from "../rows/recorded-call.ts";

const MAX_EXAMPLES = 5;

/** A recorded call that got as far as a footprint. */
export type JudgeableCall = RecordedCall & { readonly footprint: Footprint };

/** The kernel's own judging of resources, with everything but the policy fixed. May throw: the call is then not judged. */
export interface RecordJudge<P> {
  (call: JudgeableCall, policy: P): Verdict;
  /** Where the call would have carried something. May throw like the judge itself. */
  readonly placesOf?: (call: JudgeableCall) => readonly Destination[];
}

type VerdictWord = "allow" | "soft ask" | "hard ask" | "deny";

/** Calls whose verdict changes in the same way. */
interface VerdictChange {
  readonly from: VerdictWord;
  readonly to: VerdictWord;
  readonly count: number;
  /** The first call ids. */
  readonly examples: readonly string[];
}

export interface WhatIfReport {
  readonly judged: number;
  readonly unchanged: number;
  /** Calls without a footprint, and those that the judge could not judge. */
  readonly notJudged: number;
  /** Loosened verdicts first, from the greatest step down; then tightened ones. */
  readonly changes: readonly VerdictChange[];
}

export interface WhatIfOptions<P> {
  readonly calls: readonly RecordedCall[];
  /** Judges the past again by this policy; without it the recorded verdicts count. */
  readonly policyBefore?: P;
  readonly policyAfter: P;
  readonly judge: RecordJudge<P>;
  /** Called for every call that was judged, with both verdicts: for a caller that shows more than counts. */
  readonly onCall?: (judged: JudgedStep) => void;
}

/** A call judged by both policies. */
export interface JudgedStep {
  readonly call: JudgeableCall;
  readonly before: Verdict;
  readonly after: Verdict;
  readonly from: VerdictWord;
  readonly to: VerdictWord;
}

export function whatIf<P>(options: WhatIfOptions<P>): WhatIfReport {
  const changes = new Map<string, { from: VerdictWord; to: VerdictWord; ids: string[] }>();
  let judged = 0;
  let unchanged = 0;
  for (const call of options.calls) {
    const step = stepOf(call, options);
    if (!step) continue;
    judged += 1;
    options.onCall?.(step);
    const { from, to } = step;
    if (from === to) {
      unchanged += 1;
      continue;
    }
    const known = changes.get(`${from} ${to}`) ?? { from, to, ids: [] };
    known.ids.push(call.callId);
    changes.set(`${from} ${to}`, known);
  }
  return {
    judged,
    unchanged,
    notJudged: options.calls.length - judged,
    changes: [...changes.values()]
      .sort(
        (left, right) => loosening(right) - loosening(left) || right.ids.length - left.ids.length,
      )
      .map(({ from, to, ids }) => ({
        from,
        to,
        count: ids.length,
        examples: ids.slice(0, MAX_EXAMPLES),
      })),
  };
}

/** True for a call with a footprint. */
export function isJudgeable(call: RecordedCall): call is JudgeableCall {
  return call.footprint !== null;
}

/** The verdict in a word; an ask that a mode answered is an allow. */
function verdictWord({ action, hard }: Verdict): VerdictWord {
  if (action !== "ask") return action;
  return hard ? "hard ask" : "soft ask";
}

function stepOf<P>(
  call: RecordedCall,
  { policyBefore, policyAfter, judge }: WhatIfOptions<P>,
): JudgedStep | null {
  if (!isJudgeable(call)) return null;
  try {
    const before = policyBefore === undefined ? call.verdict : judge(call, policyBefore);
    if (!before) return null;
    const after = judge(call, policyAfter);
    return { call, before, after, from: verdictWord(before), to: verdictWord(after) };
  } catch {
    return null;
  }
}

const SEVERITY: Readonly<Record<VerdictWord, number>> = {
  allow: 0,
  "soft ask": 1,
  "hard ask": 2,
  deny: 3,
};

function loosening({ from, to }: Pick<VerdictChange, "from" | "to">): number {
  return SEVERITY[from] - SEVERITY[to];
}
