/** `toolplane` alone: what it is, what is possible here, what to try. */
import type { CommandRun } from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import { EXIT_CODES } from "./exit-code.ts";

/** Prints it. */
export const runOverview: CommandRun = async ({ terminal }) => {
  for (const { name, summary } of COMMANDS) terminal.print(`  ${name.padEnd(20)}${summary}`);
  return EXIT_CODES.done;
};
