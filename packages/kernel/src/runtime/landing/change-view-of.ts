import type { ChangeSet, Resource } from "@toolplane/contract";
import { isBelow } from "@toolplane/readings";
import type { ChangeView } from "../../judge/judge-change.ts";
import { createWriteFilter } from "../../judge/link-filter.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import { createResourceSet } from "../../resource/resource-set.ts";
import type { SessionState } from "../../session/session-state.ts";

/** Builds the view by which the changes of this set are judged in this session. */
export function changeViewOf(
  session: SessionState,
  set: ChangeSet,
  approved: readonly Resource[] = [],
): ChangeView {
  const { policies, processReach: reach, variables, analyzer } = session;
  const known = createResourceSet(approved);
  const { steering = [], standing } = protectedPlaces(
    session,
    set.changes.map(({ path }) => path),
    // Where there is no view they are there already.
    new Set(set.changes.flatMap(({ kind, path }) => (kind === "added" ? [path] : []))),
  );
  const roots = (variables.workspace ?? []).map((path) => {
    const read = analyzer.path(path, "write");
    return { path, real: read.ok ? read.value.real : path };
  });
  const matters = createWriteFilter(policies, { roots: roots.map(({ real }) => real), steering });
  return {
    policies,
    reach,
    below: analyzer.below,
    gitFolders: set.gitFolders ?? [],
    steering,
    standing,
    roots,
    linked: (real) => analyzer.linked?.(real, matters) ?? [],
    isApproved: (target) => known.contains(target),
    leadsToApproved: (path) => approved.some((one) => isWriteBelow(one, path)),
  };
}

function isWriteBelow(resource: Resource, folder: string): boolean {
  return resource.capability === "fs.write" && isBelow(resource.real, folder);
}
