/**
 * Runs one job of a compute worker, from its start to its end. The deadline counts while the worker computes and pauses while it
 * waits for answers. The worker reports between two steps whether it waits. So a module that never comes back from a step is
 * stopped from here: nothing inside the worker has to go on for that. Until the module is loaded it has not begun to compute: on
 * a busy machine a worker takes seconds to start, and those are not the job's.
 */
import type { Worker } from "node:worker_threads";
import { type ComputeRequest, ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { errorCode } from "@toolplane/readings";
import type { ComputeAnswer, ComputeJob, JobNews } from "./compute-job.ts";
import { watchMemory } from "./watch-memory.ts";

/** A bound against hanging for what comes before the job: the worker starts and loads the module. */
const LOADING_MS = 60_000;

export interface JobBounds extends Pick<ComputeRequest, "timeoutMs" | "signal" | "answer"> {
  readonly clock: Clock;
  readonly maxMemoryMb: number;
}

/** Rejects with a ToolError when it is stopped or breaks down; the worker is then of no use any more. */
export function runJob(worker: Worker, job: ComputeJob, bounds: JobBounds): Promise<ComputeAnswer> {
  const { clock, signal, timeoutMs, answer, maxMemoryMb } = bounds;
  return new Promise((resolve, reject) => {
    let sent = 0;
    let over = false;
    let unwatch = (): void => {};
    const settle = (finish: () => void): void => {
      if (over) return;
      over = true;
      deadline.stop();
      unwatch();
      signal.removeEventListener("abort", onAbort);
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      finish();
    };
    const fail = (error: ToolError): void => settle(() => reject(error));
    const onError = (cause: Error): void => fail(describeCrash(cause, maxMemoryMb));
    const onExit = (): void => fail(describeCrash(undefined, maxMemoryMb));
    const onAbort = (): void => fail(new ToolError("cancelled", "Cancelled"));
    const onMessage = (news: JobNews): void => {
      // Of an earlier job, or one that the module posted itself.
      if (news?.id !== job.id) return;
      if (news.kind === "end") settle(() => resolve(news));
      else if (news.kind === "begun") begin();
      else if (news.kind === "idle") {
        // An answer that was sent meanwhile has ended the wait already.
        if (news.heard === sent) deadline.rest();
      } else ask(news);
    };
    const ask = ({ ask: number, question }: Extract<JobNews, { readonly kind: "ask" }>): void => {
      const answered =
        answer?.(question) ??
        Promise.reject(new ToolError("internal", "The module asked, and nobody answers"));
      answered.then(
        (value) => {
          if (over) return;
          deadline.run();
          sent += 1;
          post({ id: job.id, ask: number, value });
        },
        (error: unknown) => settle(() => reject(error)),
      );
    };
    const post = (message: unknown): void => {
      try {
        worker.postMessage(message);
      } catch (cause) {
        const text = "What is handed to a compute module must be plain data";
        fail(new ToolError("invalid_input", text, { cause }));
      }
    };
    const deadline = createBusyDeadline(clock, () =>
      fail(new ToolError("timeout", `It did not finish within ${timeoutMs} ms`)),
    );
    const begin = (): void => {
      deadline.runFor(timeoutMs);
      unwatch();
      unwatch = watchMemory(worker, {
        clock,
        maxBytes: maxMemoryMb * 1024 * 1024,
        onOver: () => fail(tooMuchMemory(maxMemoryMb)),
      });
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) return onAbort();
    deadline.runFor(LOADING_MS);
    post(job);
  });
}

interface BusyDeadline {
  /** Counts down from there, whatever was left. */
  runFor(ms: number): void;
  run(): void;
  rest(): void;
  stop(): void;
}

/** Counts down while it runs. */
function createBusyDeadline(clock: Clock, onOver: () => void): BusyDeadline {
  let leftMs = 0;
  let sinceMs = 0;
  let disarm: (() => void) | null = null;
  const rest = (): void => {
    if (!disarm) return;
    disarm();
    disarm = null;
    leftMs = Math.max(0, leftMs - (clock.nowMs() - sinceMs));
  };
  const run = (): void => {
    if (disarm) return;
    sinceMs = clock.nowMs();
    disarm = clock.setTimer(leftMs, onOver);
  };
  return {
    runFor(ms) {
      rest();
      leftMs = ms;
      run();
    },
    run,
    rest,
    stop: rest,
  };
}

function describeCrash(cause: Error | undefined, maxMemoryMb: number): ToolError {
  if (errorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY") return tooMuchMemory(maxMemoryMb, cause);
  return new ToolError("internal", "The parser broke down", { cause });
}

function tooMuchMemory(maxMemoryMb: number, cause?: Error): ToolError {
  const text = `The parser needed more than ${maxMemoryMb} MiB of memory`;
  return new ToolError("too_large", text, { cause });
}
