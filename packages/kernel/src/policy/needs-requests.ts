import type { NetTarget } from "@toolplane/contract";
import type { Policy } from "./compile-policy.ts";

/** True where a rule about methods or paths is about this host, or about any: then each request to it has to be judged by itself. */
export function needsRequests(policy: Policy, target?: NetTarget): boolean {
  return policy
    .rulesFor("net.fetch", null)
    .some(({ hosts }) =>
      hosts.some(
        ({ narrows, host }) => narrows && (target === undefined || host.matchesBroadly(target)),
      ),
    );
}
