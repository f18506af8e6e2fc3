import type { CommandRun } from "../../command/command.ts";
import { parseCommandLine } from "../../command/parse-command-line.ts";
import { printBranch, printHelp } from "../../command/print-help.ts";
import { verbatim } from "../../terminal/shown/shown.ts";

/** Prints the help of a command; without one, the overview. */
export const runHelp: CommandRun = async (context) => {
  const { commands } = context;
  const { words } = context.arguments;
  if (words.length === 0) return (await import("./run-overview.ts")).runOverview(context);
  const { command, branch } = parseCommandLine([...words, "--help"], commands);
  const help = command ? printHelp(command) : printBranch(branch ?? "", commands);
  return { json: { help }, shown: [verbatim(help)] };
};
