/**
 * People's standing answers, as they come back from a store. A store serves every project of a person, and an approval does not
 * say which one it was given in; the session it was given in does. So an answer for the project counts only where the session
 * that it was given in had the same workspace.
 */
import type { Approval, Host, SessionManifest, Store } from "@toolplane/contract";
import { storedApprovals } from "@toolplane/kernel";

/** Which answers are wanted. */
export interface KeptApprovalsQuery {
  readonly host: Pick<Host, "variables">;
  /** The session that goes on; none for a new one. */
  readonly sessionId?: string;
  /** The project's answers too. */
  readonly project: boolean;
}

/** Finds them. */
export async function keptApprovals(
  store: Pick<Store, "approvals" | "sessions">,
  { host, sessionId = "", project }: KeptApprovalsQuery,
): Promise<readonly Approval[]> {
  const kept = await storedApprovals(store, { sessionId, project });
  const here = rootsText(host.variables().workspace);
  const found = await Promise.all(
    kept.map(async (approval) => {
      if (approval.scope === "session") return [approval];
      const manifest: SessionManifest | null = await store.sessions.get(approval.sessionId);
      return manifest && rootsText(manifest.variables?.workspace) === here ? [approval] : [];
    }),
  );
  return found.flat();
}

/** No workspace is no project: nothing is shared between sessions without one. */
function rootsText(roots: readonly string[] | undefined): string | null {
  return roots === undefined || roots.length === 0 ? null : JSON.stringify(roots);
}
