/**
 * A process by a name that is never used again: its id, and where the system tells it the time of its start, because ids are
 * used again. What a process leaves behind carries this name, so that the next one can tell whose it is.
 */
import { readFileSync } from "node:fs";

/** `1234-567890`; the second part is empty where the system does not tell when a process started. */
export function processName(pid: number = process.pid): string {
  return `${pid}-${startOf(pid) ?? ""}`;
}

/** True while the process of this name runs; for a text that names none, false. */
export function isProcessRunning(name: string): boolean {
  const found = /^(\d{1,10})-(\d*)$/.exec(name);
  if (found === null) return false;
  const [, pid, start = ""] = found;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const now = startOf(Number(pid));
  return now === null || start === "" || now === start;
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
