/**
 * Keeps a person's approvals in a view that has not landed. Each write in it was judged when it was made, so its landing does not
 * ask about the same path a second time.
 */
import type { LandedView } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";

/** Past it a landing asks again. */
const MOST_KEPT = 10_000;

type HeldCall = CallView<{
  reads: "approved";
  session: "manifest" | "host" | "heldApproved";
}>;

/** Called when a call has settled. */
export function noteHeldApproval({ approved, session }: HeldCall): void {
  if (approved.length === 0) return;
  const { manifest, host, heldApproved } = session;
  if ((host.views?.of(manifest.sessionId) ?? null) === null) return;
  for (const resource of approved)
    if (resource.capability === "fs.write" && heldApproved.length < MOST_KEPT)
      heldApproved.push(resource);
}

/** Lands with them, and forgets them once all of it has landed. */
export async function withHeldApprovals(
  call: CallState,
  land: () => Promise<LandedView>,
): Promise<LandedView> {
  const { heldApproved } = call.session;
  const before = call.approved;
  call.approved = [...before, ...heldApproved];
  try {
    const landed = await land();
    if (landed.landing?.state === "landed") heldApproved.length = 0;
    return landed;
  } finally {
    call.approved = before;
  }
}
