/** Decides by what a kept answer to a call is known again: by what the call touches, or by its tool's own key alone. */
import type { ApprovalKey, Footprint, Opinion } from "@toolplane/contract";
import type { ApprovalIdentity } from "../../approval/approval-book.ts";
import { askedKeys } from "../../approval/asked-keys.ts";
import { callKeys, ownCallKey } from "../../approval/call-keys.ts";
import type { CallView } from "../../call/call-view.ts";
import { isRequestRule } from "../../policy/rule/is-request-rule.ts";

type LookedUpCall = CallView<{
  reads: "tool" | "args" | "footprint" | "verdict" | "ownKey";
  session: "approvalsBy";
}>;

/** Where a kept answer is looked up, and where a new one would be kept. */
export interface Lookup {
  readonly keys: readonly ApprovalKey[];
  readonly by: ApprovalIdentity;
}

/** Null where no answer can be kept. A hard ask is never answered by a key alone: something said that a person must look. */
export function lookupOf({
  session,
  tool,
  args,
  footprint,
  verdict,
  ownKey,
}: LookedUpCall): Lookup | null {
  if (!tool || !args || !footprint || !verdict) return null;
  // A kept answer is about a host, and what asks here is about one request.
  if (verdict.opinions.some((opinion) => asksAboutRequest(opinion, footprint))) return null;
  if (session.approvalsBy === "key" && !verdict.hard) {
    const key = ownCallKey(tool.entry, args, ownKey);
    if (key !== null) return { keys: [{ key, cover: footprint.resources }], by: "key" };
  }
  const all = callKeys(tool.entry, args, { ...footprint, ownKey });
  const keys = askedKeys(all, footprint, verdict.opinions);
  return keys && { keys, by: "cover" };
}

/** True where a rule about methods or paths asks. */
export function asksAboutRequest(
  { action, rule, resource }: Opinion,
  { resources }: Footprint,
): boolean {
  const about = resource === undefined ? undefined : resources[resource];
  return (
    action === "ask" &&
    about?.capability === "net.fetch" &&
    rule !== undefined &&
    isRequestRule(rule.rule)
  );
}
