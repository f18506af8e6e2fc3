import {
  dropSource,
  readSources,
  removeDefinitions,
  removeKnownOffers,
  removeLastKnown,
} from "@toolplane/gateway/sources/list";
import { removeSeen } from "@toolplane/gateway/sources/openapi";
import { createKeeper } from "@toolplane/gateway/sources/start";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { findSource } from "../../sources/find-source.ts";

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
