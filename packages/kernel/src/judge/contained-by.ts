/**
 * Tells whether a call is *contained*: we hold everything that it does and can take it back, so that no person needs to be asked
 * about what no rule decided. That is so for two kinds of effects. Processes in a sandbox that connect to nothing, or only to hosts
 * that a rule opens: what they change lands, or is kept before it is brought into an output. And files that doors write inside the workspace, because the journal
 * takes them back. A tool that does more than its footprint says finds no door open for it.
 */
import type { Footprint, FsTarget, Opinion, Resource } from "@toolplane/contract";
import { isBelow } from "@toolplane/readings";
import { kindOf } from "../resource/kinds.ts";

export interface Containing {
  /** A sandbox holds processes. */
  readonly processes: boolean;
  /** Each request of a process is judged when it is sent. */
  readonly requests: boolean;
  /** True when files that processes replace in outputs, named by a call, are kept for undo. */
  readonly outputs: boolean;
  /** The roots that doors may write below; none where edits are to be asked about. */
  readonly roots: readonly string[];
}

/** `rule`: it is held, and a person's rule opens every host that it connects to. Null: it is not held. */
export function containedBy(
  { resources }: Footprint,
  containing: Containing,
  opinions: readonly Opinion[],
): "contained" | "rule" | null {
  let starts = false;
  let connects = false;
  for (let index = 0; index < resources.length; index += 1) {
    const resource = resources[index] as Resource;
    const reaches = kindOf(resource).reaches(resource);
    if (reaches === "network") {
      if (!opinions.some((opinion) => isOpening(opinion, index))) return null;
      connects = true;
    }
    if (reaches === "process") starts = true;
  }
  // Whoever opened a host did not agree to everything that is sent there.
  if (connects && resources.some(isSending)) return null;
  if (!starts) return writesInside(resources, containing.roots) ? "contained" : null;
  if (!containing.processes || !(containing.outputs || !resources.some(isOutput))) return null;
  return connects ? "rule" : "contained";
}

function isSending(resource: Resource): boolean {
  return resource.capability === "shell.run" && resource.unit.effect === "send";
}

/** The default policy opens no host to a command. */
function isOpening({ judge, action, rule, resource }: Opinion, index: number): boolean {
  return (
    judge === "rules" &&
    action === "allow" &&
    resource === index &&
    rule !== undefined &&
    rule.source.scope !== "default"
  );
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
