import { readSettings } from "../../../settings/read-settings.ts";
import { removeDefinitions } from "../../../sources/list/definitions-file.ts";
import { removeKnownOffers } from "../../../sources/list/known-offers-file.ts";
import { removeLastKnown } from "../../../sources/list/last-known-file.ts";
import { dropSource, readSources } from "../../../sources/list/sources-file.ts";
import { removeSeen } from "../../../sources/openapi/seen-file.ts";
import { createKeeper } from "../../../sources/start/create-keeper.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { findSource } from "../sources/find-source.ts";

export const runSourcesRemove: CommandRun = async (context) => {
  const { terminal } = context;
  const { userData } = await readSettings(context);
  const [name = ""] = context.arguments.words;
  const { server } = findSource(await readSources(userData), name);
  await dropSource(userData, name);
  removeDefinitions(userData, name);
  removeLastKnown(userData, name);
  removeKnownOffers(userData, name);
  removeSeen(userData, name);
  if (server.kind === "address")
    await createKeeper(userData, { name, url: server.url }).write(null);
  terminal.json({ removed: name });
  terminal.note(`${terminal.err.mark("off")} ${name} is gone from here.`);
  return EXIT_CODES.done;
};
