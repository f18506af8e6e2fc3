/**
 * Reads the parents of all processes from /proc. In a PID namespace of the holder's own this list is a handful of entries, and it
 * is complete: a process in it that hangs from no running command was left behind by an ended one.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Parent by process. Empty where there is no /proc. */
export function readParents(): ReadonlyMap<number, number> {
  const parents = new Map<number, number>();
  for (const name of listProcesses()) {
    const parent = readParent(name);
    if (parent !== null) parents.set(Number(name), parent);
  }
  return parents;
}

export function countProcesses(): number {
  return listProcesses().length;
}

/** All but this one. */
export function otherProcesses(): readonly number[] {
  return listProcesses()
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Every process below this one, itself not included, each after its parent. */
export function descendantsOf(
  root: number,
  parents: ReadonlyMap<number, number>,
): readonly number[] {
  const below = [...parents.keys()].filter((pid) => pid !== root && hangsFrom(pid, root, parents));
  return parentsFirst(below, parents);
}

/** Processes that are neither the namespace's first, nor this one, nor below it: orphans, each after its parent. */
export function strangersTo(root: number, parents: ReadonlyMap<number, number>): readonly number[] {
  const strange = [...parents.keys()].filter((pid) => pid !== 1 && !hangsFrom(pid, root, parents));
  return parentsFirst(strange, parents);
}

/**
 * Processes that print into this file, which only a command and what it started can. `after` is the command's own number:
 * looking at all processes of a machine takes longer than a short command does, and what it started has a higher number.
 * Null looks at all of them.
 */
export function writersOf(file: string, after: number | null): readonly number[] {
  const names = [file, `${file} (deleted)`];
  return listProcesses()
    .filter((pid) => after === null || Number(pid) > after)
    .filter((pid) => [1, 2].some((fd) => names.includes(readDescriptor(pid, fd))))
    .map(Number);
}

/** The number that was given out last; they are given out in turn, and from the start when they end. Null when not known. */
export function lastProcess(): number | null {
  try {
    const last = Number(readFileSync("/proc/loadavg", "latin1").trim().split(" ").at(-1));
    return Number.isInteger(last) ? last : null;
  } catch {
    return null;
  }
}

/** A shell that outlives its child by a moment prints that it was killed, as if the command had said so. */
function parentsFirst(
  pids: readonly number[],
  parents: ReadonlyMap<number, number>,
): readonly number[] {
  const depths = new Map(pids.map((pid) => [pid, depthOf(pid, parents)]));
  return pids.toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));
}

function depthOf(pid: number, parents: ReadonlyMap<number, number>): number {
  let at = parents.get(pid);
  let depth = 0;
  for (; depth <= parents.size && at !== undefined; depth += 1) at = parents.get(at);
  return depth;
}

function hangsFrom(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  let at: number | undefined = pid;
  // A table read while processes come and go may hold a ring; no real chain is longer than the table.
  for (let steps = 0; steps <= parents.size && at !== undefined; steps += 1) {
    if (at === root) return true;
    at = parents.get(at);
  }
  return false;
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function readDescriptor(pid: string, descriptor: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return "";
  }
}

/** Null for one that is dead or on its way there: it runs nothing any more, and is not waited for. */
function readParent(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program is in parentheses and may hold anything, so the fields that count begin after the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", parent = ""] = fields;
    const dying = state === "Z" || state === "X" || (Number(fields[FLAGS]) & EXITING) !== 0;
    return dying ? null : Number(parent);
  } catch {
    return null;
  }
}

/** Counted from the state, the first field after the name. */
const FLAGS = 6;
/** The kernel's PF_EXITING. */
const EXITING = 0x4;
