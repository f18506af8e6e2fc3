import { describeReach, type Question } from "@toolplane/contract";
import { type CountOfferOptions, countOffer } from "./count-offer.ts";

/** Says in a line what the rule that a question offers would have covered; null where none is offered, or the question is over. */
export function createOfferLine({
  store,
  workspace,
}: Pick<CountOfferOptions, "store" | "workspace">): (
  question: Question,
  signal: AbortSignal,
) => Promise<string | null> {
  return async (question, signal) => {
    const reach = await countOffer(question, { store, workspace, signal });
    return reach && describeReach(reach);
  };
}
