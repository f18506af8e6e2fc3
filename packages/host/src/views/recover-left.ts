/** Finishes what was to land in a view whose process was killed. */
import { join } from "node:path";
import {
  type HeldViews,
  type HostLandings,
  type HostProcesses,
  leftTemporaries,
} from "@toolplane/sandbox";

export interface RecoverLeft {
  readonly held: Pick<HeldViews, "list" | "hold" | "leave" | "claim" | "unclaim">;
  readonly processes: Pick<HostProcesses, "ready" | "closeSession">;
  readonly landings: Pick<HostLandings, "isCut" | "recoverAgain">;
}

/**
 * Of a view that a killed process left: what was to land in it then does so now, or half of it would be there. For that it is mounted
 * once more, and nobody works in it.
 */
export async function recoverLeft(
  id: string,
  { held, processes, landings }: RecoverLeft,
): Promise<void> {
  const found = held.list().find(({ state }) => state.id === id);
  if (found === undefined || found.isLive) return;
  if (leftTemporaries(found.state.roots).length > 0) {
    held.claim(id);
    held.unclaim(id);
  }
  if (!landings.isCut(join(found.folder, "at"))) return;
  const { sessionId } = found.state;
  held.hold(sessionId, { id });
  try {
    await processes.ready(sessionId);
    await landings.recoverAgain();
  } finally {
    await processes.closeSession(sessionId);
    held.leave(sessionId);
  }
}
