import { GIT_PROGRAM_SETTINGS } from "../../knowledge/program-values.ts";
import type { CommandContext, Scope } from "../../line/command-context.ts";
import type { ExpandedWord } from "../../words/expanded-word.ts";
import { readValueCommand } from "../options/read-value-command.ts";

/** `git -c core.pager=…`, among the words before the subcommand: a denial of what it names must be found. */
export function readSettingValues(
  context: CommandContext,
  globals: readonly ExpandedWord[],
  scope: Scope,
): void {
  for (const word of globals) {
    const text = word.text.replace(/^-c(?=\w+\.)/, "");
    const at = text.indexOf("=");
    if (at > 0 && GIT_PROGRAM_SETTINGS.test(text.slice(0, at).toLowerCase()))
      readValueCommand(context, { ...word, text: text.slice(at + 1) }, scope);
  }
}
