/** The union that S1 computes: shown when an agent is trusted, and the bound of the agent as a whole, never of a single call. */
import type { RequirementSet } from "@toolplane/contract";

/** Joins the manifest's requirements with every tool's. */
export function effectiveRequires(
  manifest: RequirementSet | undefined,
  tools: readonly RequirementSet[],
): RequirementSet {
  const all = [...(manifest ? [manifest] : []), ...tools];
  const join = <T>(pick: (set: RequirementSet) => readonly T[] | undefined): readonly T[] => {
    const seen = new Map<string, T>();
    for (const set of all) for (const item of pick(set) ?? []) seen.set(JSON.stringify(item), item);
    return [...seen.values()];
  };
  return {
    fs: { read: join((set) => set.fs?.read), write: join((set) => set.fs?.write) },
    net: { hosts: join((set) => set.net?.hosts) },
    shell: join((set) => set.shell),
    env: join((set) => set.env),
    capabilities: join((set) => set.capabilities),
  };
}
