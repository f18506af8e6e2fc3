/**
 * Parsers of strangers' files run in worker threads: a parser that loops or swallows memory is ended without the host noticing.
 * A module is a file that exports `compute(input)`, sync or async; input and result cross by structured clone. Workers see an
 * empty environment. It is no sandbox: modules are the host's own code, only their inputs are hostile.
 *
 * A worker costs some 40 ms to start, so up to two are kept for the next job; one that timed out, was cancelled or broke is
 * never used again.
 */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { type Clock, type Host, ToolError } from "@toolplane/contract";
import { createSystemClock } from "../ground/system-clock.ts";
import { withinDeadline } from "../ground/within-deadline.ts";
import type { ComputeAnswer, ComputeJob } from "./compute-job.ts";

/** Workers behind one function. */
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

/** Makes the workers of a host. */
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
    // A worker that dies while nobody uses it must not be handed out.
    worker.once("exit", () => {
      const index = idle.indexOf(worker);
      if (index >= 0) idle.splice(index, 1);
    });
    return worker;
  }

  return {
    async run({ module, input, timeoutMs, signal }) {
      const url = readModule(module);
      if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
      const worker = idle.pop() ?? start();
      worker.ref();
      jobs += 1;
      const job: ComputeJob = { id: jobs, module: url, input };
      const ended = await withinDeadline(() => runJob(worker, job, maxMemoryMb), {
        clock,
        signal,
        timeoutMs,
      });
      if (ended.ended === "done" && ended.value.reusable) keep(worker);
      else void worker.terminate();
      if (ended.ended === "done") return readAnswer(ended.value.answer);
      if (ended.ended === "failed") throw ended.error;
      if (ended.ended === "cancelled") throw new ToolError("cancelled", "Cancelled");
      throw new ToolError("timeout", `The parser did not finish within ${timeoutMs} ms`);
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
    // What a parser prints is nobody's output.
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

interface JobEnd {
  readonly answer: ComputeAnswer;
  readonly reusable: boolean;
}

function runJob(worker: Worker, job: ComputeJob, maxMemoryMb: number): Promise<JobEnd> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      finish();
    };
    const onMessage = (answer: ComputeAnswer) => {
      // A message of an earlier job, or one that the module posted itself.
      if (answer?.id === job.id) settle(() => resolve({ answer, reusable: true }));
    };
    const onError = (cause: Error) => settle(() => reject(describeCrash(cause, maxMemoryMb)));
    const onExit = () => settle(() => reject(describeCrash(undefined, maxMemoryMb)));
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    try {
      worker.postMessage(job);
    } catch (cause) {
      const text = "The input of a compute module must be plain data";
      settle(() => reject(new ToolError("invalid_input", text, { cause })));
    }
  });
}

function describeCrash(cause: Error | undefined, maxMemoryMb: number): ToolError {
  const code = cause !== undefined && "code" in cause ? cause.code : "";
  if (code === "ERR_WORKER_OUT_OF_MEMORY")
    return new ToolError("too_large", `The parser needed more than ${maxMemoryMb} MiB of memory`, {
      cause,
    });
  return new ToolError("internal", "The parser broke down", { cause });
}

function readAnswer(answer: ComputeAnswer): unknown {
  if (answer.ok) return answer.value;
  if (answer.code !== null) throw new ToolError(answer.code, answer.message);
  throw new ToolError("internal", "The parser failed", { cause: answer.message });
}
