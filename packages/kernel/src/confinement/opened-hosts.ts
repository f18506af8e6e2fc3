import type { Policy } from "../policy/compile-policy.ts";
import { hostTexts } from "./host-masks.ts";

/** The hosts that rules open to a command nobody was asked about. The default policy opens none, and neither do rules of a tool. */
export function openedHosts(policy: Policy): readonly string[] {
  const opening = policy
    .rulesFor("net.fetch", null)
    .filter(({ action, scope }) => action === "allow" && scope !== "default");
  return [...new Set(opening.flatMap(hostTexts))];
}
