import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";

/** `--max-cost` in millionths of a dollar. */
export function costGiven({
  number,
}: Pick<CommandContext["arguments"], "number">): number | undefined {
  const dollars = number("max-cost");
  if (dollars === undefined) return undefined;
  const micros = Math.round(dollars * 1e6);
  if (!(micros >= 1 && Number.isSafeInteger(micros)))
    throw new CliError("--max-cost must be more than 0.");
  return micros;
}
