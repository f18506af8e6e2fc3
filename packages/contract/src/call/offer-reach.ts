/** The blast radius of an offered rule, counted in the record of the project after the question was shown. */
export interface OfferReach {
  /** Calls that were looked at, the newest first. */
  readonly calls: number;
  /** Those that the rule would have answered. */
  readonly covered: number;
  /** How many of these a person had refused. */
  readonly refused: number;
  /** False: there are older calls that were not looked at. */
  readonly isWhole: boolean;
}

/** The same in one sentence. */
export function describeReach({ calls, covered, refused, isWhole }: OfferReach): string {
  if (calls === 0) return "No past calls to compare with.";
  const counted = calls.toLocaleString("en");
  const none = isWhole ? "no past call" : `none of the last ${counted} calls`;
  if (covered === 0) return `Would have covered ${none}.`;
  const no = refused === 0 ? "none refused" : `${refused.toLocaleString("en")} of them refused`;
  const some = covered.toLocaleString("en");
  const which = isWhole
    ? `${some} past ${covered === 1 ? "call" : "calls"}`
    : `${some} of the last ${counted} calls`;
  return `Would have covered ${which}, ${no}.`;
}
