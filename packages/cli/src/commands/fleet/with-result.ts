/** Reads what a run left in its repository. The record is enough: the engine is not asked, so its tables are not needed. */
import type { Store } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import { type KeptResult, readResult } from "@toolplane/library/rooms/fleet";
import { createRuns } from "@toolplane/library/rooms/runs";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../../command/command.ts";
import { chooseRun } from "../../models/choose-run.ts";

interface ResultHere {
  readonly kept: KeptResult;
  readonly payloads: Store["payloads"];
}

export async function withResult<T>(
  context: CommandContext,
  work: (result: ResultHere) => Promise<T>,
): Promise<T> {
  const state = await openState(await readSettings(context));
  try {
    const runs = createRuns({ ...state, clock: createSystemClock() });
    const run = await chooseRun(runs, context.arguments.words[0] ?? "");
    const withUnlanded = context.arguments.flag("unlanded");
    const kept = await readResult(state, run, { withUnlanded });
    return await work({ kept, payloads: state.store.payloads });
  } finally {
    await state.close();
  }
}
