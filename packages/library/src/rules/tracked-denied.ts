/**
 * Finds denied files that git tracks. The rule closes the file, and its content lies in git's history all the same. A person who
 * denies one gets a warning at once, with what helps.
 */
import type { PolicyLayer } from "@toolplane/contract";
import { type DeniedPath, deniedPaths } from "@toolplane/kernel";

export interface TrackedDenied {
  readonly files: readonly DeniedPath[];
  /** False: there were more tracked files than were looked at. */
  readonly complete: boolean;
}

const NOTHING: TrackedDenied = { files: [], complete: true };

export async function findTrackedDenied(
  layers: readonly PolicyLayer[],
  workspace: string | null,
): Promise<TrackedDenied> {
  const denies = layers.some(({ rules }) => rules.some(({ action }) => action === "deny"));
  if (workspace === null || !denies) return NOTHING;
  const { listTracked } = await import("@toolplane/host");
  const { paths, complete } = listTracked(workspace);
  const variables = { workspace: [workspace], "ad-hoc": [], "user-data": [], scratch: [] };
  return { files: deniedPaths(paths, { layers, variables }), complete };
}
