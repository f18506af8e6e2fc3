/** Starts a program again and again: how long it takes from start to end, and how much memory it held at its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { calmSlices } from "../harness/calm-slices.ts";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { STARTUP_FOLDER } from "./prepare-startup.ts";

/** How often it is started. Memory is read while the program runs: the last reading before its end counts. */
export interface StartRuns {
  readonly warmUp: number;
  readonly timed: number;
  readonly memory: number;
}

/** Measures one command. Rejects when it does not end well: a program that fails at once would look fast. */
export async function measureStart(
  command: readonly [string, ...string[]],
  { warmUp, timed, memory }: StartRuns,
): Promise<Figures> {
  for (let index = 0; index < warmUp; index += 1) await run(command);
  const { values } = await calmSlices(timed, async () => {
    const start = performance.now();
    await run(command);
    return performance.now() - start;
  });
  const peaks: number[] = [];
  for (let index = 0; index < memory; index += 1) peaks.push(await run(command, peakOf));
  return { p50Ms: median(values), peakBytes: Math.max(...peaks) };
}

function run(
  [program, ...args]: readonly [string, ...string[]],
  watch: (child: ChildProcess) => () => number = () => () => 0,
): Promise<number> {
  const child = spawn(program, args, {
    cwd: process.env[STARTUP_FOLDER] ?? process.cwd(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const read = watch(child);
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(read());
      else reject(new Error(`${program} ${args.join(" ")} ended with ${code}: ${said}`));
    });
  });
}

/** The high-water marks of a process and of what it started, added up. */
function peakOf(child: ChildProcess): () => number {
  const peaks = new Map<number, number>();
  const timer = setInterval(() => {
    for (const pid of family(child.pid ?? 0)) {
      const found = /^VmHWM:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`));
      if (found) peaks.set(pid, Number(found[1]) * 1024);
    }
  }, 1);
  return () => {
    clearInterval(timer);
    return [...peaks.values()].reduce((sum, bytes) => sum + bytes, 0);
  };
}

function family(pid: number): readonly number[] {
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
