/**
 * Denied files that git tracks. The rule closes the file, and what the file held lies in git's history all the same: whoever denies
 * one is told at once, and told what helps.
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
