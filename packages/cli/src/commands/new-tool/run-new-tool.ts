import { join } from "node:path";
import { toolFolders } from "@toolplane/library/rooms/product";
import { findPlaces, shortenPath, writeStarterTool } from "@toolplane/library/rooms/settings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Writes it, and says what comes next. */
export const runNewTool: CommandRun = async (context) => {
  const { arguments: given } = context;
  const [name = ""] = given.words;
  if (!NAME.test(name))
    throw new CliError("A tool's name is small letters, digits and _, and begins with a letter.");
  const places = findPlaces(context);
  const layer = given.flag("project") ? "project" : "global";
  const place = toolFolders(places).find((one) => one.layer === layer);
  const folder = join(place?.folder ?? "", name);
  const files = writeStarterTool(folder, name);
  if (files.length === 0)
    throw new CliError(`${escapeText(shortenPath(folder, places.home))} is there already.`);
  const shortened = (file: string): string => shortenPath(join(folder, file), places.home);
  const call = `toolplane call ${name} FILE`;
  return {
    json: { name, layer, folder, files },
    shown: [
      ...files.map((file) => line(`wrote ${shortened(file)}`, { mark: "allow" })),
      note(),
      note(layer === "project" ? `Next: toolplane trust, then ${call}` : `Next: ${call}`),
      note(
        `Its test, where @toolplane/testkit is installed: node --test ${shortened("index.test.ts")}`,
      ),
    ],
  };
};
