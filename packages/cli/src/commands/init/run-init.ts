import { join } from "node:path";
import {
  findPlaces,
  PROJECT_FOLDER,
  shortenPath,
  writeStarterFiles,
} from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { line, note } from "../../terminal/shown/shown.ts";

/** Writes them, and says what comes next. */
export const runInit: CommandRun = async (context) => {
  const { workspace, configFolder, home } = findPlaces(context);
  const isGlobal = context.arguments.flag("global");
  const folder = isGlobal ? configFolder : join(workspace, PROJECT_FOLDER);
  const shown = isGlobal ? shortenPath(folder, home) : PROJECT_FOLDER;
  const { written, kept } = writeStarterFiles(folder, isGlobal ? "global" : "project");
  return {
    json: { folder, written, kept },
    shown: [
      ...written.map((name) => line(`wrote ${shown}/${name}`, { mark: "allow" })),
      ...kept.map((name) => line(`kept  ${shown}/${name}`, { mark: "off" })),
      note(),
      note(nextText(isGlobal, written.length)),
    ],
  };
};

function nextText(isGlobal: boolean, written: number): string {
  if (isGlobal) return "It holds from now on. toolplane config shows every value and its origin.";
  return written === 0
    ? "Nothing was written. toolplane trust shows whether they apply."
    : "Next: edit them, then toolplane trust. Until then only denies and asks hold.";
}
