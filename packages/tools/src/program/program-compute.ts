import type { ComputeExchange } from "@toolplane/contract";
import type { ProgramEnd, ProgramInput } from "./program-job.ts";
import { runProgram } from "./run-program.ts";

/** The module behind `programModule`: what a worker runs. */
export function compute(input: ProgramInput, exchange: ComputeExchange): Promise<ProgramEnd> {
  return runProgram(input, exchange);
}
