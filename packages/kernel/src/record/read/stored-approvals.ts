/**
 * Loads the answers that a resumed session still holds: its own approvals and, where the host enabled that, the
 * project's. Clearing the session's manifest clears its approvals with it, so its keys are asked about again.
 */
import type { Approval } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

/** For a session's `approvals`: everything kept for it, oldest first. */
export async function storedApprovals(
  store: Pick<Store, "approvals">,
  options: { readonly sessionId: string; readonly project?: boolean },
): Promise<readonly Approval[]> {
  const all = await store.approvals.list();
  return all.filter(({ scope, sessionId }) =>
    scope === "project" ? options.project === true : sessionId === options.sessionId,
  );
}
