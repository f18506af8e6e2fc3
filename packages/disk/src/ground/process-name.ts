/**
 * A process by a name that is never used again: its id, where the system tells it the time of its start, because ids are used
 * again, and the namespace that the id counts in. What a process leaves behind carries this name, so that the next one can tell
 * whose it is. An id of another namespace says nothing here; the mark that its process holds does.
 */
import { isMarkHeld } from "./life-marks.ts";
import { isThere, ownNamespace, statOf } from "./process-facts.ts";

/**
 * The name of a process of this namespace, this one unless given: `1234-567890.4026531836`. Parts that the system does not tell
 * are left out.
 */
export function processName(pid?: number): string {
  const namespace = ownNamespace();
  return `${pid ?? process.pid}-${statOf(pid)?.start ?? ""}${namespace === null ? "" : `.${namespace}`}`;
}

/**
 * True while the process of this name runs; for a text that names none, false. A process of another namespace is known by its
 * mark in `userData`, and counts as running where that cannot be found out.
 */
export function isProcessRunning(name: string, userData?: string): boolean {
  const found = NAMED.exec(name);
  if (found === null) return false;
  const [, pid, start = "", namespace] = found;
  if (namespace !== undefined && namespace !== ownNamespace())
    return userData === undefined || isMarkHeld(userData, name);
  if (!isThere(Number(pid))) return false;
  const stat = statOf(Number(pid));
  return stat === null || (!stat.isOver && (start === "" || stat.start === start));
}

/** Reads the owner from a name that begins with its process, `NAME-rest`; null when it is called otherwise. */
export function ownerOf(name: string): { readonly owner: string; readonly rest: string } | null {
  const [, owner = "", rest = ""] = /^(\d{1,10}-\d*(?:\.\d+)?)-(.+)$/.exec(name) ?? [];
  return owner === "" ? null : { owner, rest };
}

const NAMED = /^(\d{1,10})-(\d*)(?:\.(\d+))?$/;
