/**
 * The beginning of every command over the record: the settings, and the state if there is one. Looking at nothing makes nothing:
 * a command that only reads does not create a store.
 */
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { hasState, openState, type State } from "@toolplane/library/rooms/state";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";

export interface RecordGround {
  readonly settings: Settings;
  readonly state: State;
}

/** Runs over the state and closes it. Throws a CliError when nothing was recorded yet. */
export async function withRecord<T>(
  context: CommandContext,
  run: (ground: RecordGround) => Promise<T>,
): Promise<T> {
  const settings = await readSettings(context);
  if (!hasState(settings))
    throw new CliError("No session is recorded yet.", {
      next: ["toolplane call read README.md   makes the first one."],
    });
  const state = await openState(settings);
  try {
    return await run({ settings, state });
  } finally {
    await state.close();
  }
}
