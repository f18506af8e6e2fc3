/** What *always* would have let through, as the line of a card. */
import type { Question } from "@toolplane/contract";
import { type CoveredCallsOptions, countCovered } from "../../rules/covered-calls.ts";
import { formatCount } from "../terminal/format-count.ts";

/** Null where nothing can be said in time. */
export function createApprovalHistory(
  options: CoveredCallsOptions,
): (question: Question) => Promise<string | null> {
  return async (question) => {
    const covered = await countCovered(question, options);
    if (covered === null) return null;
    const { calls, days, letThrough, rejected } = covered;
    const more = rejected === 0 ? "" : `, ${formatCount(rejected)} of them you rejected`;
    return `In ${days} days this would have let through ${formatCount(letThrough)} of ${formatCount(calls)} calls${more}.`;
  };
}
