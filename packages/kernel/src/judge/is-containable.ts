/**
 * Tells whether a call is *contained*: we hold everything that it does and can take it back, so that no person needs to be asked
 * about what no rule decided. That is so for two kinds of effects. Processes in a sandbox, without a connection: what they change
 * lands, or is kept before it is brought into an output. And files that doors write inside the workspace, because the journal
 * takes them back. A tool that does more than its footprint says finds no door open for it.
 */
import type { Footprint, FsTarget, Resource } from "@toolplane/contract";
import { isBelow } from "@toolplane/readings";
import { kindOf } from "../resource/kinds.ts";

export interface Containing {
  /** A sandbox holds processes. */
  readonly processes: boolean;
  /** What processes replace in outputs that a call names for them is kept for undo. */
  readonly outputs: boolean;
  /** The roots that doors may write below; none where edits are to be asked about. */
  readonly roots: readonly string[];
}

export function isContainable({ resources }: Footprint, containing: Containing): boolean {
  let starts = false;
  for (const resource of resources) {
    const reaches = kindOf(resource).reaches(resource);
    if (reaches === "network") return false;
    if (reaches === "process") starts = true;
  }
  if (!starts) return writesInside(resources, containing.roots);
  return containing.processes && (containing.outputs || !resources.some(isOutput));
}

/** A path that the call itself names beside a command: the command may change it while it runs, before anything lands. */
function isOutput({ capability, via }: Resource): boolean {
  return capability === "fs.write" && via === "argument";
}

function writesInside(resources: readonly Resource[], roots: readonly string[]): boolean {
  let writes = false;
  for (const resource of resources) {
    if (!("real" in resource) || !isInside(resource, roots)) return false;
    if (resource.capability === "fs.write") writes = true;
  }
  return writes;
}

/**
 * By both names: a link that leads out of the workspace leads to what the journal may not put back. A workspace at the root is the
 * whole machine, and holding that would let every write through unasked.
 */
function isInside({ path, real }: FsTarget, roots: readonly string[]): boolean {
  return [path, real].every((name) => roots.some((root) => root !== "/" && isBelow(name, root)));
}
