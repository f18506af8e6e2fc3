/** The processes of this machine, as far as a trial asks about them. */
import { readdirSync, readFileSync } from "node:fs";

/** Processes of exactly this command line, whose last word is unlike any other. */
export function processesOf(line: string): readonly number[] {
  const words = line.split(" ").join("\0");
  return pids().filter((pid) => read(pid, "cmdline") === `${words}\0`);
}

/** Everything that was started with this home folder, whatever its parent is now. */
export function processesAtHome(home: string): readonly number[] {
  return pids().filter((pid) => read(pid, "environ").split("\0").includes(`HOME=${home}`));
}

/** A client with what it started, without our server and what is below that: what Ctrl-C has to reach. */
export function clientProcesses(root: number, server: string): readonly number[] {
  const children = pids().filter((pid) => parentOf(pid) === root);
  const own = children.filter((pid) => !read(pid, "cmdline").split("\0").includes(server));
  return [root, ...own.flatMap((pid) => clientProcesses(pid, server))];
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

function pids(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid: number): number {
  return Number(/\) \S (\d+)/.exec(read(pid, "stat"))?.[1] ?? 0);
}

function read(pid: number, file: "cmdline" | "environ" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
