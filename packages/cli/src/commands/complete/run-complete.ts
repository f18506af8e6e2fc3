import { readTools } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { hasState } from "@toolplane/library/rooms/state/state-files";
import { optionName, readParameters } from "../../calls/parameter.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { line } from "../../terminal/shown/shown.ts";

/** As many as a person chooses from. */
const NEWEST = 50;

/** A shell expands what it is given to choose from, commands in it too: only names that mean nothing to any shell are offered. */
const PLAIN = /^[\w.:@%+,/-]+$/;

/** Finds names. What cannot be read is no name: a key that is pressed must not print errors. */
export const runComplete: CommandRun = async (context) => {
  const [kind = "", tool = ""] = context.arguments.words;
  const silent = { note() {}, err: context.terminal.err };
  const settings = await readSettings({ ...context, terminal: silent });
  const names = (await namesOf(kind, tool, settings)).filter((name) => PLAIN.test(name));
  return { json: names, shown: names.map((name) => line(name)) };
};

async function namesOf(kind: string, tool: string, settings: Settings): Promise<readonly string[]> {
  if (kind === "sessions") return sessionIds(settings);
  if (kind !== "tools" && kind !== "options")
    throw new CliError(`There are no names of ${JSON.stringify(kind)}.`);
  const tools = await readTools(settings);
  if (kind === "tools") return tools.map(({ id }) => id);
  const found = tools.find(({ id }) => id === tool);
  return found ? readParameters(found.parameters).map(({ name }) => `--${optionName(name)}`) : [];
}

async function sessionIds(settings: Settings): Promise<readonly string[]> {
  if (!hasState(settings)) return [];
  const { openState } = await import("@toolplane/library/rooms/state/open-state");
  const { newestFirst } = await import("@toolplane/library/rooms/record/sessions/list-sessions");
  const state = await openState(settings);
  try {
    return (await newestFirst(state.store)).slice(0, NEWEST).map(({ sessionId }) => sessionId);
  } finally {
    await state.close();
  }
}
