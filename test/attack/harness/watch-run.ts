/** Measures what goes on while calls run: time, memory of this process, processes of the case. */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { findProcesses } from "./find-processes.ts";

const MEMORY_EVERY_MS = 25;
const PROCESSES_EVERY_MS = 60;

export interface Watched {
  /** Without the time in which something had to wait for a core: the cores may be busy with something else. */
  readonly wallMs: number;
  readonly rssMb: number;
  readonly mostProcesses: number;
}

/** What to measure beside the time. */
export interface WatchOptions {
  readonly memory: boolean;
  /** Workspaces whose processes are counted; empty: none are. */
  readonly processesOf: readonly string[];
}

/** Runs, and measures meanwhile. A run that blocks this thread is still seen at its end. */
export async function watchRun<T>(
  run: () => Promise<T>,
  options: WatchOptions,
): Promise<{ readonly value: T; readonly watched: Watched }> {
  if (options.memory) collectGarbage();
  const firstBytes = process.memoryUsage.rss();
  let mostBytes = firstBytes;
  let mostProcesses = 0;
  const lookAtMemory = (): void => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  };
  const lookAtProcesses = (): void => {
    mostProcesses = Math.max(mostProcesses, findProcesses(options.processesOf).length);
  };
  const timers = [
    ...(options.memory ? [setInterval(lookAtMemory, MEMORY_EVERY_MS)] : []),
    ...(options.processesOf.length > 0 ? [setInterval(lookAtProcesses, PROCESSES_EVERY_MS)] : []),
  ];
  const startMs = performance.now() - waitedForCores();
  try {
    const value = await run();
    const wallMs = performance.now() - waitedForCores() - startMs;
    lookAtMemory();
    return {
      value,
      watched: { wallMs, rssMb: (mostBytes - firstBytes) / 1_048_576, mostProcesses },
    };
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
}

/** Milliseconds since the machine started, as Linux counts them; 0 where it does not. */
function waitedForCores(): number {
  try {
    const [, microseconds] =
      /^some .*total=(\d+)/.exec(readFileSync("/proc/pressure/cpu", "utf8")) ?? [];
    return Number(microseconds ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

/** Garbage of earlier cases would be counted as room for this one. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
