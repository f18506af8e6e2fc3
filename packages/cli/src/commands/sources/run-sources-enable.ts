import { keepSource, readSources } from "@toolplane/gateway/sources/list";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { findSource } from "../../sources/find-source.ts";

export function runSourcesEnable(enabled: boolean): CommandRun {
  return async (context) => {
    const { terminal } = context;
    const { userData } = await readSettings(context);
    const [name = ""] = context.arguments.words;
    const source = findSource(await readSources(userData), name);
    await keepSource(userData, { ...source, enabled });
    terminal.json({ name, enabled });
    terminal.note(
      `${terminal.err.mark(enabled ? "allow" : "off")} ${name} is ${enabled ? "on" : "off"}.`,
    );
    return EXIT_CODES.done;
  };
}
