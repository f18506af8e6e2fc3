/**
 * Guards the steps that only a person may take about a session: never from a command that a session itself started, which its
 * environment tells, and never where no person can type an answer. There is no option that says yes instead.
 */
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../command/exit-code.ts";
import { askYesNo } from "../terminal/ask-yes-no.ts";

/** Null when the person agreed, else why nothing was done. */
export async function asPerson(
  context: CommandContext,
  question: string,
): Promise<ExitCode | null> {
  const { terminal, environment, signal } = context;
  if (isInside(environment))
    throw new CliError("A session started this program, and only a person may do this.", {
      lines: ["Type it in a terminal of your own."],
      exitCode: EXIT_CODES.denied,
    });
  if (!terminal.canAsk)
    throw new CliError("Nobody is here to say yes, so nothing was changed.", {
      lines: ["Type it in a terminal."],
      exitCode: EXIT_CODES.needsPerson,
    });
  const yes = await askYesNo(context, question);
  if (signal.aborted) return EXIT_CODES.cancelled;
  if (yes) return null;
  terminal.note("Nothing was changed.");
  return EXIT_CODES.denied;
}

/** True in a command that a session started. */
export function isInside(environment: CommandContext["environment"]): boolean {
  return (environment.TOOLPLANE_SESSION ?? "") !== "";
}
