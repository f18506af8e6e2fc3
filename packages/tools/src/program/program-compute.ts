import type { ComputeExchange } from "@toolplane/contract";
import type { ProgramEnd, ProgramInput } from "./program-job.ts";
import { runInEngine } from "./run-in-engine.ts";

/** The module behind `programModule`: what a worker runs. */
export function compute(input: ProgramInput, exchange: ComputeExchange): Promise<ProgramEnd> {
  return runInEngine(input, exchange);
}
