import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { parseCommandLine } from "../../command/parse-command-line.ts";
import { printBranch, printHelp } from "../../command/print-help.ts";

/** Prints the help of a command; without one, the overview. */
export const runHelp: CommandRun = async (context) => {
  const { commands } = context;
  const { words } = context.arguments;
  if (words.length === 0) return (await import("./run-overview.ts")).runOverview(context);
  const { command, branch } = parseCommandLine([...words, "--help"], commands);
  const help = command ? printHelp(command) : printBranch(branch ?? "", commands);
  context.terminal.print(help);
  context.terminal.json({ help });
  return EXIT_CODES.done;
};
