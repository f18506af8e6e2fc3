/** Reads of the system whether a process is there, when it started and in which namespace its id counts. */
import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "@toolplane/readings";

/** The namespace that ids of processes count in here; null where the system does not tell. */
export function ownNamespace(): string | null {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? null;
  } catch {
    return null;
  }
}

/** True for a process of another user too. */
export function isThere(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Facts about a process from `/proc`. */
export interface ProcessStat {
  /** The moment it started, in ticks since the machine did. */
  readonly start: string;
  /** True for one that has ended and whose parent has not asked how. */
  readonly isOver: boolean;
}

/**
 * Reads the facts of a process; without an id, of this one. Null where the system says nothing, also where `/proc` is that of
 * another namespace, in which the id belongs to another process.
 */
export function statOf(pid?: number): ProcessStat | null {
  try {
    if (pid !== undefined && readlinkSync("/proc/self") !== String(process.pid)) return null;
    const stat = readFileSync(`/proc/${pid ?? "self"}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const start = fields[19];
    if (start === undefined) return null;
    return { start, isOver: fields[0] === "Z" || fields[0] === "X" };
  } catch {
    return null;
  }
}
