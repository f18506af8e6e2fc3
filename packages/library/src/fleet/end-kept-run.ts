/** Ends a run that was cancelled and cannot be opened here: its repository cannot be had, or is still on its way. */
import { advance } from "@toolplane/agent";
import type { Runs } from "../runs/create-runs.ts";

/** False where something of it has to be ended by whoever opens its session. */
export async function endKeptRun(runs: Pick<Runs, "drive">, id: string): Promise<boolean> {
  const driven = await runs.drive(id);
  try {
    const { state } = advance(driven.state, { type: "cancel", reason: "The run was cancelled." });
    if (state.phase !== "over") return false;
    await driven.keep(state);
    return true;
  } finally {
    await driven.release();
  }
}
