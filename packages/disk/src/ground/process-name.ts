/**
 * A process by a name that is never used again: its id, where the system tells it the time of its start, because ids are used
 * again, and the namespace that the id counts in. What a process leaves behind carries this name, so that the next one can tell
 * whose it is. An id of another namespace says nothing here; the mark that its process holds does.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "@toolplane/readings";
import { isMarkHeld } from "./life-marks.ts";

/**
 * The name of a process of this namespace, this one unless given: `1234-567890.4026531836`. Parts that the system does not tell
 * are left out.
 */
export function processName(pid?: number): string {
  const namespace = ownNamespace();
  const start = pid === undefined ? startIn("/proc/self") : startOf(pid);
  return `${pid ?? process.pid}-${start ?? ""}${namespace === null ? "" : `.${namespace}`}`;
}

/**
 * True while the process of this name runs; for a text that names none, false. Of another namespace it is known by its mark in
 * `userData`, and counts as running where nobody can tell.
 */
export function isProcessRunning(name: string, userData?: string): boolean {
  const found = NAMED.exec(name);
  if (found === null) return false;
  const [, pid, start = "", namespace] = found;
  if (namespace !== undefined && namespace !== ownNamespace())
    return userData === undefined || isMarkHeld(userData, name);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  const now = startOf(Number(pid));
  return now === null || start === "" || now === start;
}

/** Whose something is that is called after its process, `NAME-rest`; null when it is called otherwise. */
export function ownerOf(name: string): { readonly owner: string; readonly rest: string } | null {
  const [, owner = "", rest = ""] = /^(\d{1,10}-\d*(?:\.\d+)?)-(.+)$/.exec(name) ?? [];
  return owner === "" ? null : { owner, rest };
}

const NAMED = /^(\d{1,10})-(\d*)(?:\.(\d+))?$/;

function ownNamespace(): string | null {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Null also where `/proc` is that of another namespace, in which the id is somebody else's. */
function startOf(pid: number): string | null {
  try {
    if (readlinkSync("/proc/self") !== String(process.pid)) return null;
  } catch {
    return null;
  }
  return startIn(`/proc/${pid}`);
}

function startIn(folder: string): string | null {
  try {
    const stat = readFileSync(`${folder}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
