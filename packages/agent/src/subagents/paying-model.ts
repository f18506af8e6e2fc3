import { type Model, ModelError } from "../models/model.ts";
import type { Purse } from "./create-purse.ts";

/** The same model, paid from a purse: what it answers to the loop, and what it says shorter for it. */
export function payingModel(model: Model, purse: Pick<Purse, "pay" | "boundsMoney">): Model {
  return {
    ...model,
    async answer(request, options) {
      const answer = await model.answer(request, options);
      purse.pay(answer.usage);
      if (answer.usage.isUnknown && purse.boundsMoney())
        throw new ModelError("it did not say what its answer used, so no budget in money holds", {
          isPassing: false,
        });
      return answer;
    },
  };
}
