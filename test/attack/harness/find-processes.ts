/**
 * Processes that belong to a case: those whose working directory lies in its workspace, or whose environment names it. The
 * product's own helper processes stand elsewhere, so what is found here was started by a command and outlived it.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** `pid program` of each. Linux only: elsewhere nothing is found, and nothing is claimed. */
export function findProcesses(workspaces: readonly string[]): readonly string[] {
  let pids: readonly string[];
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return pids.flatMap((pid) => {
    if (pid === String(process.pid) || !belongs(pid, workspaces)) return [];
    return [`${pid} ${read(`/proc/${pid}/comm`).trim()}`];
  });
}

function belongs(pid: string, workspaces: readonly string[]): boolean {
  const cwd = workingDirectory(pid);
  if (cwd === null) return false;
  if (workspaces.some((root) => cwd === root || cwd.startsWith(`${root}/`))) return true;
  const names = read(`/proc/${pid}/environ`).split("\0");
  return workspaces.some((root) => names.includes(`PWD=${root}`));
}

/** Null for a process that is gone, or a zombie, or another person's. */
function workingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
