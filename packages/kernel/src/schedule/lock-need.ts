/**
 * Works out from its footprint which locks a call needs while it runs. Door writes exclude each other and reads, per
 * path; a process that may write anywhere excludes door writes and shares with other processes; commands known only to
 * read share with everything, because doors replace files whole. Hosts, variables and named things need nothing.
 */
import type { Footprint } from "@toolplane/contract";
import { isBelow } from "@toolplane/readings";
import { kindOf } from "../resource/kinds.ts";

/** A path, or everything below it. */
interface PathNeed {
  readonly path: string;
  readonly tree: boolean;
}

export interface LockNeed {
  readonly reads: readonly PathNeed[];
  readonly writes: readonly PathNeed[];
  /** A process of the call may write in unknown places. */
  readonly anywhere: boolean;
}

/** The need of a footprint, or null when the call can run beside anything. */
export function lockNeed(footprint: Footprint): LockNeed | null {
  const reads: PathNeed[] = [];
  const writes: PathNeed[] = [];
  let anywhere = false;
  for (const resource of footprint.resources) {
    const hold = kindOf(resource).hold(resource);
    if (hold === "anywhere") anywhere = true;
    else if (hold && resource.via === "argument")
      (hold.access === "read" ? reads : writes).push({ path: hold.path, tree: hold.tree });
  }
  return reads.length === 0 && writes.length === 0 && !anywhere
    ? null
    : { reads, writes, anywhere };
}

/** True when the two calls may not run at the same time. */
export function conflicts(one: LockNeed, other: LockNeed): boolean {
  if (one.anywhere && other.writes.length > 0) return true;
  if (other.anywhere && one.writes.length > 0) return true;
  return (
    overlap(one.writes, other.writes) ||
    overlap(one.writes, other.reads) ||
    overlap(one.reads, other.writes)
  );
}

function overlap(some: readonly PathNeed[], others: readonly PathNeed[]): boolean {
  for (const one of some) for (const other of others) if (touch(one, other)) return true;
  return false;
}

function touch(one: PathNeed, other: PathNeed): boolean {
  if (one.path === other.path) return true;
  return (
    (one.tree && isBelow(other.path, one.path)) || (other.tree && isBelow(one.path, other.path))
  );
}
