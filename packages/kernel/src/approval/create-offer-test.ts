/**
 * Tells of recorded calls whether offered rules would have answered all that asked about them. Asks that a rule, a floor, a place
 * or any other judge made stay asks, so such a call is not covered; neither is one that was denied.
 */
import type { Footprint, OfferedRules, Resource, Variables, Verdict } from "@toolplane/contract";
import { compilePolicy } from "../policy/compile-policy.ts";
import { evaluateRule } from "../policy/evaluate-rules.ts";
import { isOwn } from "../resource/is-own.ts";
import { isLocal } from "./offer-rules.ts";

/** A call as it was judged. */
export interface PastCall {
  readonly tool: string;
  readonly footprint: Footprint | null;
  readonly verdict: Verdict | null;
}

export function createOfferTest(
  { rules: offered }: Pick<OfferedRules, "rules">,
  variables: Variables,
): (call: PastCall) => boolean {
  const { rules } = compilePolicy({ layers: [{ scope: "manifest", rules: offered }], variables });
  return ({ tool, footprint, verdict }) => {
    if (!footprint || !verdict || verdict.action === "deny") return false;
    const { resources } = footprint;
    const asks = verdict.opinions.filter(({ action }) => action === "ask");
    const answers = (about: Resource): boolean =>
      rules.some((one) => evaluateRule(one, about, { id: tool }).action === "allow");
    const hosts = resources.filter(({ capability }) => capability === "net.fetch");
    if (asks.length === 0 || !resources.every((one) => isLocal(one) || answers(one))) return false;
    return asks.every(({ judge, rule, hard, resource }) => {
      const about = resource === undefined ? undefined : resources[resource];
      if (about === undefined || judge !== "rules") return false;
      if (rule?.rule.when === "named") return answers(about);
      if (rule !== undefined || !isOwn(about)) return false;
      // With its hosts open, nothing but them, what no rule speaks of is held.
      return (hosts.length > 0 && !hard) || answers(about);
    });
  };
}
