import { isToolError } from "@toolplane/contract";
import type { CheckRun } from "./run-check.ts";

/** A side that cannot be made refuses the run; a defect stays one. */
export async function settledRun(run: () => Promise<CheckRun>): Promise<CheckRun> {
  try {
    return await run();
  } catch (error) {
    if (!isToolError(error)) throw error;
    const stopped = error.code === "cancelled" ? "cancelled" : "refused";
    return { exitCode: null, stopped, why: error.message, output: "" };
  }
}
