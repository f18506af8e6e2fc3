import { readSources } from "@toolplane/gateway/sources/list";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { agreeToSources } from "../../sources/agree-to-sources.ts";
import { findSource } from "../../sources/find-source.ts";

export const runSourcesAccept: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const [name = ""] = context.arguments.words;
  const source = findSource(await readSources(settings.userData), name);
  const again = `toolplane sources accept ${name} --yes`;
  return agreeToSources(context, { settings, sources: [source], again });
};
