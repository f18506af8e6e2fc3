import { isYes } from "@toolplane/contract";
import type { RecordedCall } from "../rows/recorded-call.ts";

/** A person's own word carries a receipt; an approval that was kept from before does not. */
export function saidYes({ answers }: Pick<RecordedCall, "answers">): boolean {
  return answers.some((answer) => answer.receipt !== undefined && isYes(answer));
}
