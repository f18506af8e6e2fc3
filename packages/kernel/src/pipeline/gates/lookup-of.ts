/** Decides by what a kept answer to a call is known again: by what the call touches, or by its tool's own key alone. */
import type { ApprovalKey } from "@toolplane/contract";
import type { ApprovalIdentity } from "../../approval/approval-book.ts";
import { askedKeys } from "../../approval/asked-keys.ts";
import { callKeys, ownCallKey } from "../../approval/call-keys.ts";
import type { CallView } from "../../call/call-view.ts";

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
  if (session.approvalsBy === "key" && !verdict.hard) {
    const key = ownCallKey(tool.entry, args, ownKey);
    if (key !== null) return { keys: [{ key, cover: footprint.resources }], by: "key" };
  }
  const all = callKeys(tool.entry, args, { ...footprint, ownKey });
  const keys = askedKeys(all, footprint, verdict.opinions);
  return keys && { keys, by: "cover" };
}
