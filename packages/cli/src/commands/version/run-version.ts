import { CORE_VERSION } from "@toolplane/kernel";
import type { CommandRun } from "../../command/command.ts";
import { line } from "../../terminal/shown/shown.ts";

export const runVersion: CommandRun = async () => ({
  json: { version: CORE_VERSION },
  shown: [line(CORE_VERSION)],
});
