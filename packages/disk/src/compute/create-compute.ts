/**
 * Parsers of strangers' files run in worker threads: a parser that loops or swallows memory is ended without the host noticing.
 * A module is a file that exports `compute(input, exchange)`, sync or async; input, result, questions and answers cross by
 * structured clone. Workers see an empty environment. It is no sandbox: modules are the host's own code, only their inputs are
 * hostile.
 *
 * A worker costs some 40 ms to start, so up to two are kept for the next job; one that timed out, was cancelled or broke is
 * never used again.
 */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { ToolError } from "@toolplane/contract";
import type { Clock, Host } from "@toolplane/contract/ports";
import { createSystemClock } from "../ground/system-clock.ts";
import type { ComputeAnswer, ComputeJob } from "./compute-job.ts";
import { runJob } from "./run-job.ts";

export interface Compute {
  readonly run: Host["compute"];
  /** Ends idle workers; running ones end with their jobs. */
  close(): Promise<void>;
}

export interface ComputeOptions {
  readonly clock?: Clock;
  readonly maxMemoryMb?: number;
}

const MAX_IDLE = 2;
const MAX_MEMORY_MB = 256;

export function createCompute(options: ComputeOptions = {}): Compute {
  const { clock = createSystemClock(), maxMemoryMb = MAX_MEMORY_MB } = options;
  const idle: Worker[] = [];
  let closed = false;
  let jobs = 0;

  function keep(worker: Worker): void {
    if (closed || idle.length >= MAX_IDLE) return void worker.terminate();
    worker.unref();
    idle.push(worker);
  }

  function start(): Worker {
    const worker = startWorker(maxMemoryMb);
    // A worker that dies while it is idle must not be handed out.
    worker.once("exit", () => {
      const index = idle.indexOf(worker);
      if (index >= 0) idle.splice(index, 1);
    });
    return worker;
  }

  return {
    async run({ module, input, timeoutMs, signal, answer }) {
      const url = readModule(module);
      if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
      const worker = idle.pop() ?? start();
      worker.ref();
      jobs += 1;
      const job: ComputeJob = { id: jobs, module: url, input };
      const bounds = { clock, signal, timeoutMs, maxMemoryMb, ...(answer ? { answer } : {}) };
      let ended: ComputeAnswer;
      try {
        ended = await runJob(worker, job, bounds);
      } catch (error) {
        void worker.terminate();
        throw error;
      }
      keep(worker);
      return readAnswer(ended);
    },
    async close() {
      closed = true;
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
    },
  };
}

function readModule(module: string): string {
  if (module.startsWith("file:///")) return module;
  if (isAbsolute(module)) return pathToFileURL(module).href;
  throw new ToolError("invalid_input", "A compute module is an absolute path or a file URL");
}

function startWorker(maxMemoryMb: number): Worker {
  // From source the file ends in .ts, from the published package in .js; no build step rewrites a URL.
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./compute-worker.${ending}`, import.meta.url), {
    env: {},
    // Keeps what a parser prints out of this process's own output.
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // An error without a listener would end the host; who waits for the job hears of it too.
  worker.on("error", () => {});
  return worker;
}

function readAnswer(answer: ComputeAnswer): unknown {
  if (answer.ok) return answer.value;
  if (answer.code !== null) throw new ToolError(answer.code, answer.message);
  throw new ToolError("internal", "The parser failed", { cause: answer.message });
}
