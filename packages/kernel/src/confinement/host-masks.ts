/** Masks for hosts: the same reasoning as for files, over the rules about `net.fetch`. */
import type { HostMask } from "@toolplane/contract";
import type { Policy } from "../policy/compile-policy.ts";
import type { CompiledRule } from "../policy/rule/compiled-rule.ts";
import { exceptionsOf } from "./exceptions-of.ts";

/** In a mask and its exceptions: every host, this machine and private networks included. */
export const EVERY_HOST = "**";

/** The masks that the rules about hosts make. */
export function hostMasks(policy: Policy): readonly HostMask[] {
  const rules = policy.rulesFor("net.fetch", null);
  return rules.flatMap((rule) => {
    const { action } = rule;
    if (action === "allow") return [];
    const opening = exceptionsOf(rule, { policy, kind: "host", rules });
    const except = [...new Set(opening.flatMap(openTexts))];
    return hostTexts(rule).map((pattern) => ({ pattern, except, action }));
  });
}

/** Its patterns; every host for a rule about everything. */
export function hostTexts(rule: CompiledRule): readonly string[] {
  return rule.everything ? [EVERY_HOST] : rule.hosts.map((pattern) => pattern.text);
}

// An ask without a port binds every port, and so must the exception that it makes.
function openTexts(rule: CompiledRule): readonly string[] {
  if (rule.action === "allow" || rule.everything) return hostTexts(rule);
  return rule.hosts.map(({ anyPort }) => anyPort);
}
