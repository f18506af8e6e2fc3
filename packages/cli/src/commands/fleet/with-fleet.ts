/** Opens the team's record and its engine for a command. */
import type { Engine } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import { openFleetEngine } from "@toolplane/library/rooms/fleet";
import { createRuns, type Runs } from "@toolplane/library/rooms/runs";
import { readSettings, type Settings } from "@toolplane/library/rooms/settings";
import { openState, type State } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../../command/command.ts";

export interface OpenFleet {
  readonly settings: Settings;
  readonly state: State;
  readonly engine: Engine;
  readonly runs: Runs;
}

export async function withFleet<T>(
  context: CommandContext,
  work: (fleet: OpenFleet) => Promise<T>,
): Promise<T> {
  const settings = await readSettings(context);
  const state = await openState(settings);
  try {
    const engine = await openFleetEngine({ ...settings, ...state });
    try {
      return await work({
        settings,
        state,
        engine,
        runs: createRuns({ ...state, clock: createSystemClock() }),
      });
    } finally {
      await engine.close();
    }
  } finally {
    await state.close();
  }
}
