/**
 * The union over all tools: what the agent as a whole may ever touch unasked, whichever tool a call is for. It is shown when a project
 * is trusted, and no reach of any session leaves it unasked: a tool has its own requirements, a process the manifest's scopes,
 * both inside the ceiling. It never widens a single call.
 */
import type { AgentManifest, RequirementSet } from "@toolplane/contract";
import { UNDECLARED, unaskedRequires } from "../policy/reach/default-reach.ts";

/** The scopes that processes have: the manifest's, or what they have unasked where there is none. */
export function manifestScopes(manifest: AgentManifest | undefined | null): RequirementSet {
  return manifest?.requires ?? UNDECLARED;
}

/** Joins the manifest's scopes with every tool's requirements. */
export function effectiveRequires(
  manifest: AgentManifest | undefined,
  tools: readonly RequirementSet[],
): RequirementSet {
  const all = [manifestScopes(manifest), ...tools.map(unaskedRequires)];
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
