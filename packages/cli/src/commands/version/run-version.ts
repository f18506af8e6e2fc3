import { CORE_VERSION } from "@toolplane/kernel";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";

export const runVersion: CommandRun = async ({ terminal }) => {
  terminal.print(CORE_VERSION);
  terminal.json({ version: CORE_VERSION });
  return EXIT_CODES.done;
};
