/** One yes or no of a person, or of the script that gave `--yes`. */
import type { CommandContext } from "../command/command.ts";
import { EXIT_CODES } from "../command/exit-code.ts";
import type { Report } from "../command/report.ts";
import { askYesNo } from "../terminal/ask-yes-no.ts";
import { note } from "../terminal/shown/shown.ts";

export type Said = "yes" | "no" | "nobody" | "cancelled";

export async function agree(context: CommandContext, question: string): Promise<Said> {
  const { terminal, arguments: given, signal } = context;
  if (given.flag("yes")) return "yes";
  if (!terminal.canAsk) return "nobody";
  const yes = await askYesNo(context, question);
  return signal.aborted ? "cancelled" : yes ? "yes" : "no";
}

/** `again`: the words a script types instead of a person's answer. */
export function endReport(
  said: Exclude<Said, "yes">,
  { json, again }: { readonly json: object; readonly again: string },
): Report {
  switch (said) {
    case "cancelled":
      return { exitCode: EXIT_CODES.cancelled, json, shown: [] };
    case "nobody":
      return {
        exitCode: EXIT_CODES.needsPerson,
        json,
        shown: [note(`Nobody is here to answer. Nothing was kept. Next: ${again}`)],
      };
    case "no":
      return { exitCode: EXIT_CODES.denied, json, shown: [note("Nothing was kept.")] };
  }
}
