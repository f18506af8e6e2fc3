/**
 * Which process waits for an answer, so that another one can tell whether it still does. A process id alone is used again after
 * a while: its start time and the boot it belongs to are not.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "@toolplane/readings";

/** A process, named so that no other is ever meant. */
export interface Waiter {
  readonly pid: number;
  /** When it started, as the system counts; empty where that cannot be read. */
  readonly started: string;
  readonly machine: string;
}

/** `elsewhere`: it runs on another machine, so only it knows. */
export type WaiterState = "waiting" | "gone" | "elsewhere";

export function ownWaiter(): Waiter {
  return { pid: process.pid, started: startOf(process.pid) ?? "", machine: hostname() };
}

export function waiterState({ pid, started, machine }: Waiter): WaiterState {
  if (machine !== hostname()) return "elsewhere";
  const now = startOf(pid);
  if (now === null) return "gone";
  return started === "" || now === "" || now === started ? "waiting" : "gone";
}

/** Null when there is no such process; empty when there is one and its start cannot be read. */
function startOf(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid < 1) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process: it is there.
    if (errorCode(error) !== "EPERM") return null;
  }
  try {
    return process.platform === "linux" ? readProc(pid) : readPs(pid);
  } catch {
    return "";
  }
}

/** A zombie waits for nobody but its parent. */
function readProc(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return `${boot} ${fields[19]}`;
}

function readPs(pid: number): string {
  const said = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { LC_ALL: "C", TZ: "UTC" },
    timeout: 2_000,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return said.trim();
}
