/** The console behind a command: its own hold on the record, and answers in the name of the person who started it. */
import type { DemoPlace } from "@toolplane/console";
import { type ConsoleServer, createConsoleServer } from "@toolplane/console";
import type { SettingsSource } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { keepConsolePlace, openState } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../command/command.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import type { ListenOptions } from "./read-listen-options.ts";

export interface OpenConsoleOptions {
  readonly listen: Pick<ListenOptions, "address" | "port"> & Partial<ListenOptions>;
  /** The source of the settings it is about; the folder where the command was typed unless given. */
  readonly source?: SettingsSource;
}

/** Opens it; the caller closes it. Rejects when the port is taken. */
export async function openConsole(
  context: CommandContext,
  { listen, source = quiet(context) }: OpenConsoleOptions,
): Promise<ConsoleServer> {
  const { terminal, environment } = context;
  const { USER, LOGNAME } = environment;
  const settings = await readSettings(source);
  const { userData } = settings;
  const state = await openState(settings);
  try {
    const server = await createConsoleServer({
      ...listen,
      demo: () => demoPlace(context, source),
      source,
      state,
      by: `${USER || LOGNAME || "somebody"}, console`,
      onOpened: (next) => terminal.note(`Opened. For another browser: ${next}`),
      onError: ({ message }) =>
        terminal.note(`${terminal.err.mark("failed")} console: ${escapeText(message)}`),
    });
    const forget = keepConsolePlace(userData, server.url);
    return {
      ...server,
      async close() {
        forget();
        await server.close();
        await state.close();
      },
    };
  } catch (error) {
    await state.close();
    throw error;
  }
}

/** The folder of `toolplane chat --demo`, with the record and the settings that this console has. */
async function demoPlace(
  context: CommandContext,
  { environment }: SettingsSource,
): Promise<DemoPlace> {
  const { makeDemoFolder } = await import("../chat/demo/demo-folder.ts");
  const folder = await makeDemoFolder();
  const { directory, arguments: given } = folder.place(context);
  return { source: { environment, directory, arguments: given }, remove: folder.remove };
}

/** Settings are read for every request; that a project is not trusted is shown on the page. */
function quiet({ environment, directory, arguments: given }: CommandContext): SettingsSource {
  return { environment, directory, arguments: given };
}
