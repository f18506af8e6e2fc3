/** Starts a worker, waits until it stops where it should, or for a moment chosen by chance, and kills it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { testProgram } from "../../scripts/build/test-program.ts";
import type { StopAt } from "./boundaries.ts";
import { TASK_VARIABLE, type WorkerTask } from "./worker-task.ts";

export type WorkerEnd = "killed" | "finished";

/** When it is killed: at a boundary, so many milliseconds after it is ready, or not at all. */
export type KillAt = StopAt | { readonly afterMs: number } | null;

/** Nothing in a world takes this long. */
const STUCK_MS = 240_000;

/** Most of a worker's short life would be reading sources. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/chaos");

/** Runs one worker to its end. Rejects when it ended in any other way. */
export function startWorker(
  task: Omit<WorkerTask, "stop">,
  kill: KillAt = null,
): Promise<WorkerEnd> {
  const stop = kill && "boundary" in kill ? kill : null;
  const child = spawn(process.execPath, [...testProgram(join(import.meta.dirname, "worker.ts"))], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE,
      [TASK_VARIABLE]: JSON.stringify({ ...task, stop }),
    },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let words = "";
    let errors = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), STUCK_MS);
    const strike = (): void => void child.kill("SIGKILL");
    child.stderr?.on("data", (chunk) => {
      errors += String(chunk);
    });
    (child.stdio[3] as Readable).on("data", (chunk) => {
      words += String(chunk);
      if (stop && words.includes(`${stop.boundary}\n`)) strike();
      if (kill && "afterMs" in kill && words.startsWith("ready\n"))
        setTimeout(strike, kill.afterMs);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (words.endsWith("finished\n")) return resolve("finished");
      const stood = kill !== null && (stop === null || words.includes(stop.boundary));
      if (signal === "SIGKILL" && stood) return resolve("killed");
      reject(new Error(`A worker ended by itself (${signal ?? code}).\n${errors || words}`));
    });
  });
}
