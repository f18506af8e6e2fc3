/**
 * Runs inside a worker thread: takes jobs one at a time, loads the module, calls its `compute`, posts the answer. Started by
 * `createCompute` and imported by nobody.
 */
import { parentPort } from "node:worker_threads";
import { isToolError, ToolError } from "@toolplane/contract";
import type { ComputeAnswer, ComputeJob } from "./compute-job.ts";

parentPort?.on("message", async (job: ComputeJob) => {
  const { id } = job;
  try {
    post({ id, ok: true, value: await run(job) });
  } catch (error) {
    const code = isToolError(error) ? error.code : null;
    post({ id, ok: false, code, message: error instanceof Error ? error.message : String(error) });
  }
});

function post(answer: ComputeAnswer): void {
  parentPort?.postMessage(answer);
}

async function run({ module, input }: ComputeJob): Promise<unknown> {
  const loaded: { readonly compute?: unknown } = await import(module);
  if (typeof loaded.compute !== "function")
    throw new ToolError("unavailable", "The module exports no function named compute");
  return await loaded.compute(input);
}
