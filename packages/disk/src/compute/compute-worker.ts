/**
 * Runs inside a worker thread: takes jobs one at a time, loads the module, calls its `compute`, posts how it went.
 * `createCompute` starts it; no module imports it.
 */
import { parentPort } from "node:worker_threads";
import {
  type ComputeExchange,
  type ComputeReply,
  isToolError,
  ToolError,
} from "@toolplane/contract";
import type { ComputeJob, JobNews, JobReply } from "./compute-job.ts";

/** Takes the replies to the job that runs. A reply to an earlier job is dropped. */
let take: ((reply: JobReply) => void) | null = null;

parentPort?.on("message", async (message: ComputeJob | JobReply) => {
  if ("ask" in message) {
    take?.(message);
    return;
  }
  const { id } = message;
  try {
    post({ id, kind: "end", ok: true, value: await run(message) });
  } catch (error) {
    const code = isToolError(error) ? error.code : null;
    const text = error instanceof Error ? error.message : String(error);
    post({ id, kind: "end", ok: false, code, message: text });
  }
});

function post(news: JobNews): void {
  parentPort?.postMessage(news);
}

async function run(job: ComputeJob): Promise<unknown> {
  const loaded: { readonly compute?: unknown } = await import(job.module);
  if (typeof loaded.compute !== "function")
    throw new ToolError("unavailable", "The module exports no function named compute");
  post({ id: job.id, kind: "begun" });
  return await loaded.compute(job.input, openExchange(job.id));
}

function openExchange(id: number): ComputeExchange {
  const waiting: ComputeReply[] = [];
  let asked = 0;
  let heard = 0;
  let wake: ((reply: ComputeReply) => void) | null = null;
  let computedMs = 0;
  let sinceMs = performance.now();
  take = (reply) => {
    if (reply.id !== id) return;
    heard += 1;
    if (!wake) {
      waiting.push(reply);
      return;
    }
    sinceMs = performance.now();
    wake(reply);
    wake = null;
  };
  return {
    ask(question) {
      asked += 1;
      post({ id, kind: "ask", ask: asked, question });
      return asked;
    },
    next() {
      const first = waiting.shift();
      if (first) return Promise.resolve(first);
      computedMs += performance.now() - sinceMs;
      post({ id, kind: "idle", heard });
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    busyMs: () => computedMs + (wake ? 0 : performance.now() - sinceMs),
  };
}
