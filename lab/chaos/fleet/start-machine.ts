/** Starts a machine: a process in a UTS namespace, so that it has a host name of its own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { testProgram } from "../../../scripts/build/test-program.ts";
import {
  type MachineTask,
  type MachineWord,
  promptOf,
  type SessionPlan,
  TASK_VARIABLE,
} from "./machine-task.ts";

export interface Machine {
  readonly name: string;
  readonly versions: readonly string[];
  /** The most memory that it had so far. */
  peakBytes(): number;
  /** Everything that it has said. */
  readonly words: readonly MachineWord[];
  begin(plan: SessionPlan): void;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
  /** Tells it to end, and waits until it has. */
  drain(): Promise<void>;
}

const APART = [...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"]), "--uts"];
const NAMED = 'hostname "$1" && shift && exec "$@"';

export const canPart: boolean =
  process.platform === "linux" &&
  spawnSync("unshare", [...APART, "sh", "-c", NAMED, "sh", "machine", "true"]).status === 0;

/** Most of a machine's start would be reading sources. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, "../../../node_modules/.cache/chaos");

export function startMachine(name: string, task: MachineTask): Machine {
  const program = [process.execPath, ...testProgram(join(import.meta.dirname, "machine.ts"))];
  const child = spawn("unshare", [...APART, "sh", "-c", NAMED, "sh", name, ...program], {
    env: { ...process.env, NODE_COMPILE_CACHE, [TASK_VARIABLE]: JSON.stringify(task) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const over = once(child, "exit");
  const words: MachineWord[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    words.push(JSON.parse(line) as MachineWord);
  });
  child.stdin.on("error", () => {});
  return {
    name,
    versions: task.versions,
    peakBytes: () => peakBytesOf(child.pid ?? 0),
    words,
    begin: (plan) => void child.stdin.write(`${promptOf(plan)}\n`),
    signal: (signal) => void child.kill(signal),
    async drain() {
      child.kill("SIGTERM");
      await over;
    },
    async kill() {
      child.kill("SIGKILL");
      await over;
    },
  };
}

function peakBytesOf(pid: number): number {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
