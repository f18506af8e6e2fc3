import type { NetTarget, Question } from "@toolplane/contract";
import { offerHosts } from "../../approval/offer-rules.ts";
import type { CallView } from "../../call/call-view.ts";

type OfferingCall = CallView<{ reads: never; session: "keepRules" | "redactor" | "variables" }>;

/** The rules about hosts that a question offers to write down; nothing where nobody would. */
export function offeredHosts(
  { session }: OfferingCall,
  targets: readonly NetTarget[],
): Pick<Question, "offer"> {
  if (!session.keepRules) return {};
  const offer = offerHosts(targets, session.variables);
  // A rule is read by everybody who reads the file.
  return offer === null || session.redactor.value(offer) !== offer ? {} : { offer };
}
