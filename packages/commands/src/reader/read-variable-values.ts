import { PROGRAM_VARIABLES, PROMPTS } from "../knowledge/program-values.ts";
import type { CommandContext, Scope } from "../line/command-context.ts";
import { readValueCommand } from "../programs/inner/read-value-command.ts";
import type { ReadAssignment } from "../words/assignments.ts";
import { readBrokenText } from "./read-broken-text.ts";

/** Reads what variables of a command name (its pager, its editor), so that a denial of it is found. */
export function readVariableValues(
  context: CommandContext,
  given: readonly ReadAssignment[],
  scope: Scope,
): void {
  for (const { name, value } of given)
    if (PROMPTS.test(name) && /[$`]/.test(value.text)) readBrokenText(context, value.text, scope);
    else if (PROGRAM_VARIABLES.test(name.toUpperCase())) readValueCommand(context, value, scope);
}
