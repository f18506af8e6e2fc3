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
import { findSource } from "../../sources/find-source.ts";
import { note } from "../../terminal/shown/shown.ts";

export const runSourcesRemove: CommandRun = async (context) => {
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
  return { json: { removed: name }, shown: [note(`${name} is gone from here.`, { mark: "off" })] };
};
