/**
 * A process as it is kept in a store that other machines and containers may read too. A process id alone is used again after a
 * while: its start and the boot it belongs to are not. An id of another namespace says nothing here; the mark that its process holds
 * in the host's data does.
 */
import { execFileSync } from "node:child_process";
import { hostname } from "node:os";
import { bootId } from "./boot-id.ts";
import { isMarkHeld } from "./life-marks.ts";
import { isThere, ownNamespace, type ProcessStat, statOf } from "./process-facts.ts";

/** A process, named so that no other is ever meant. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The moment it started, as the system counts; empty where that cannot be read. */
  readonly started: string;
  readonly machine: string;
  /** The namespace that the id counts in; absent where the system does not say, and in what earlier versions kept. */
  readonly namespace?: string;
}

/** `elsewhere`: it runs on another machine or in another container, so only it knows. */
export type IdentityState = "running" | "gone" | "elsewhere";

/** This process. */
export function ownIdentity(): ProcessIdentity {
  const namespace = ownNamespace();
  return {
    pid: process.pid,
    started: process.platform === "linux" ? startedText(statOf()) : readPs(process.pid),
    machine: hostname(),
    ...(namespace === null ? {} : { namespace }),
  };
}

/** Tells whether the process still runs. One of another namespace is known by its mark in `userData`, and counts as running without it. */
export function identityState(identity: ProcessIdentity, userData?: string): IdentityState {
  const { pid, started, machine, namespace } = identity;
  if (machine !== hostname()) return "elsewhere";
  if (namespace !== undefined && namespace !== ownNamespace()) {
    const name = `${pid}-${started.split(" ").at(-1) ?? ""}.${namespace}`;
    return userData === undefined || isMarkHeld(userData, name) ? "elsewhere" : "gone";
  }
  const now = startOf(pid);
  if (now === null) return "gone";
  return started === "" || now === "" || now === started ? "running" : "gone";
}

/** True for a process of this boot of this machine that this one can see: whether it runs, the system knows. */
export function isOfOwnSystem({ machine, namespace, started }: ProcessIdentity): boolean {
  const isOfThisBoot = process.platform !== "linux" || started.startsWith(`${bootId()} `);
  return machine === hostname() && (namespace ?? null) === ownNamespace() && isOfThisBoot;
}

/** Null when there is no such process; empty when there is one and its start cannot be read. */
function startOf(pid: number): string | null {
  if (!isThere(pid)) return null;
  if (process.platform !== "linux") return readPs(pid);
  const stat = statOf(pid);
  return stat?.isOver ? null : startedText(stat);
}

function startedText(stat: ProcessStat | null): string {
  return stat === null ? "" : `${bootId()} ${stat.start}`;
}

function readPs(pid: number): string {
  try {
    const said = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { LC_ALL: "C", TZ: "UTC" },
      timeout: 2_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return said.trim();
  } catch {
    return "";
  }
}
