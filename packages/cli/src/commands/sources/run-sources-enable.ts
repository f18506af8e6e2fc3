import { keepSource, readSources } from "@toolplane/gateway/sources/list";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { findSource } from "../../sources/find-source.ts";
import { note } from "../../terminal/shown/shown.ts";

export function runSourcesEnable(enabled: boolean): CommandRun {
  return async (context) => {
    const { userData } = await readSettings(context);
    const [name = ""] = context.arguments.words;
    const source = findSource(await readSources(userData), name);
    await keepSource(userData, { ...source, enabled });
    const told = enabled
      ? note(`${name} is on.`, { mark: "allow" })
      : note(`${name} is off.`, { mark: "off" });
    return { json: { name, enabled }, shown: [told] };
  };
}
