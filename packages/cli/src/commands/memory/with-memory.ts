/** The beginning of every command over the notes of a project. */
import { realpathSync } from "node:fs";
import { readSettings } from "@toolplane/library/rooms/settings";
import {
  type KeptNote,
  openProjectMemory,
  openState,
  type ProjectMemory,
} from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

export async function withMemory<T>(
  context: CommandContext,
  run: (memory: ProjectMemory) => Promise<T>,
): Promise<T> {
  const settings = await readSettings(context);
  const { workspace } = settings;
  if (workspace === null) throw new CliError("There is no project here: notes are kept for one.");
  const state = await openState(settings);
  try {
    return await run(openProjectMemory(state.store, realpathSync(workspace)));
  } finally {
    await state.close();
  }
}

export async function findNote(memory: ProjectMemory, key: string): Promise<KeptNote> {
  const note = await memory.read(key);
  if (note !== null) return note;
  throw new CliError(`Nothing is kept under ${escapeText(key)}.`, {
    next: ["toolplane memory   lists what is."],
  });
}
