import { join } from "node:path";
import {
  findPlaces,
  PROJECT_FOLDER,
  shortenPath,
  writeStarterFiles,
} from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

/** Writes them, and says what comes next. */
export const runInit: CommandRun = async (context) => {
  const { terminal } = context;
  const { workspace, configFolder, home } = findPlaces(context);
  const isGlobal = context.arguments.flag("global");
  const folder = isGlobal ? configFolder : join(workspace, PROJECT_FOLDER);
  const shown = isGlobal ? shortenPath(folder, home) : PROJECT_FOLDER;
  const { written, kept } = writeStarterFiles(folder, isGlobal ? "global" : "project");
  terminal.json({ folder, written, kept });
  for (const name of written)
    terminal.print(`${terminal.out.mark("allow")} wrote ${escapeText(shown)}/${name}`);
  for (const name of kept)
    terminal.print(`${terminal.out.mark("off")} kept  ${escapeText(shown)}/${name}`);
  terminal.note();
  terminal.note(
    isGlobal
      ? "It holds from now on. toolplane config shows every value and its origin."
      : written.length === 0
        ? "Nothing was written. toolplane trust shows whether they apply."
        : "Next: edit them, then toolplane trust. Until then only denies and asks hold.",
  );
  return EXIT_CODES.done;
};
