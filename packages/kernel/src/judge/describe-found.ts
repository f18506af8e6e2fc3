import type { Target } from "@toolplane/contract";
import type { CompiledRule } from "../policy/rule/compiled-rule.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { describeRequest } from "../resource/host-kind.ts";

/** With method and path where the rule is about them. */
export function describeFound(target: Target, winner: CompiledRule | null): string {
  return target.capability === "net.fetch" && winner?.hosts.some(({ narrows }) => narrows)
    ? describeRequest(target)
    : describeTarget(target);
}
