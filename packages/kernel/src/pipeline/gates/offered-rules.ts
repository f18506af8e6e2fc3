/**
 * The rules that a question offers to write down. They are tried before they are offered: the call is judged once more with them
 * beside all rules that hold, and only where that alone lets it run is anything offered. So nothing is offered that a deny, a
 * rule that asks, a protected path, a place outside, a label or any other judge would still ask about.
 */
import { isHeldCall, type OfferedRules, type Opinion, type Question } from "@toolplane/contract";
import { offerRules } from "../../approval/offer-rules.ts";
import type { CallView } from "../../call/call-view.ts";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { asksAboutRequest, type Lookup } from "./lookup-of.ts";
import { addRuleOpinions, type RuledCall, verdictOn } from "./rule-opinions.ts";

export type OfferingCall = RuledCall &
  CallView<{
    reads: "verdict" | "replay";
    session: "keepRules" | "layers" | "redactor";
  }>;

/**
 * Nothing where no rule is offered: also where nobody would write it down, and where the very call cannot be kept. A call that is
 * walked again is offered what it was offered then.
 */
export function offeredRules(call: OfferingCall, lookup: Lookup | null): Pick<Question, "offer"> {
  const { session, footprint, verdict, replay } = call;
  if ((!session.keepRules && !replay) || !footprint || !verdict) return {};
  const { opinions } = verdict;
  const byRequest = opinions.some((opinion) => asksAboutRequest(opinion, footprint));
  if (lookup?.by !== "cover" && !byRequest) return {};
  const { variables, redactor } = session;
  const offer = offerRules({ resources: footprint.resources, opinions, variables });
  // A rule is read by everybody who reads the file.
  if (offer === null || redactor.value(offer) !== offer || !wouldAllow(call, offer)) return {};
  return { offer };
}

function wouldAllow(call: OfferingCall, { rules }: OfferedRules): boolean {
  const { session, tool } = call;
  const { variables, policies, layers } = session;
  if (!tool) return false;
  const base = compilePolicy({
    layers: [...layers.base, { scope: "manifest", rules }],
    variables,
    like: policies.base,
  });
  const tried = {
    ...call,
    session: { ...session, policies: { base, restrictions: policies.restrictions } },
  };
  const opinions: Opinion[] = [];
  addRuleOpinions(tried, opinions, () => {});
  const verdict = verdictOn(tried, tool, opinions);
  // What a sandbox holds is asked about only because of what the rule answers.
  return verdict.action === "allow" && (verdict.answeredBy === undefined || isHeldCall(verdict));
}
