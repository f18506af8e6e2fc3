import type { NetTarget, RuleReference } from "@toolplane/contract";
import type { Policy } from "./compile-policy.ts";

/** A person's rule that allows some requests to a host, of which method or path is not known yet; null without one. */
export function opensRequests(policy: Policy, target: NetTarget): RuleReference | null {
  const opening = policy
    .rulesFor("net.fetch", null)
    .find(
      ({ action, hosts, reference }) =>
        action === "allow" &&
        reference.source.scope !== "default" &&
        hosts.some((pattern) => !pattern.isKnown(target) && pattern.host.matches(target)),
    );
  return opening?.reference ?? null;
}
