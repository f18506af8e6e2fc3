/** A person says yes here, or `--yes` did; nothing else does. */
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";

/** Null: go on. */
export async function stopsHere(
  context: CommandContext,
  { question, line }: { readonly question: string; readonly line: string },
): Promise<ExitCode | null> {
  const { terminal, arguments: given, signal } = context;
  if (given.flag("yes")) return null;
  if (!terminal.canAsk)
    throw new CliError("Nobody is here to say yes, so nothing was done.", {
      next: [`${line} --yes`],
      exitCode: EXIT_CODES.needsPerson,
    });
  const yes = await askYesNo(context, question);
  if (signal.aborted) return EXIT_CODES.cancelled;
  if (yes) return null;
  terminal.note("It stays as it is. Nothing was changed.");
  return EXIT_CODES.denied;
}
