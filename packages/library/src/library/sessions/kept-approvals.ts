/**
 * People's standing answers, as they come back from a store. A store serves every project of a person, and an approval does not
 * say which one it was given in; the session it was given in does. So an answer for the project counts only where the session
 * that it was given in had the same workspace.
 */
import type { Approval, SessionManifest } from "@toolplane/contract";
import type { Host, Store } from "@toolplane/contract/ports";
import { storedApprovals } from "@toolplane/kernel/record";

export interface KeptApprovalsQuery {
  readonly host: Pick<Host, "variables">;
  /** The session that goes on; none for a new one. */
  readonly sessionId?: string;
  /** The project's answers too. */
  readonly project: boolean;
}

export async function keptApprovals(
  store: Pick<Store, "approvals" | "sessions">,
  { host, sessionId = "", project }: KeptApprovalsQuery,
): Promise<readonly Approval[]> {
  // No workspace is no project: nothing is shared between sessions without one.
  const isProject = (host.variables().workspace ?? []).length > 0;
  const kept = await storedApprovals(store, { sessionId, project: project && isProject });
  const found = await Promise.all(
    kept.map(async (approval) => {
      if (approval.scope === "session") return [approval];
      const manifest: SessionManifest | null = await store.sessions.get(approval.sessionId);
      return manifest && isHeldHere(manifest, host) ? [approval] : [];
    }),
  );
  return found.flat();
}

/** True for a session that had the same workspace, or none where there is none. */
export function isHeldHere(
  { variables }: Pick<SessionManifest, "variables">,
  host: Pick<Host, "variables">,
): boolean {
  const { workspace: then = [] } = variables ?? {};
  return JSON.stringify(then) === JSON.stringify(host.variables().workspace ?? []);
}
