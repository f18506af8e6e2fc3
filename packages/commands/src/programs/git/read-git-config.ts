import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { literalWord } from "../../words/expanded-word.ts";
import { derived } from "../options/option-effects.ts";
import type { GitOperands } from "./git-operands.ts";

/** `git config` with a value writes the file that its options name; reading it touches nothing that rules speak of. */
export function readGitConfig(
  context: CommandContext,
  call: Invocation,
  { scanned, unitIndex }: GitOperands,
): void {
  const { options, operands } = scanned;
  const [verb] = operands;
  const isVerb =
    verb !== undefined && /^(?:set|unset|rename-section|remove-section|edit)$/.test(verb.text);
  const reads =
    options.some(({ name }) => CONFIG_READS.test(name)) || /^(?:get|list)$/.test(verb?.text ?? "");
  const writes =
    isVerb || options.some(({ name }) => CONFIG_WRITES.test(name)) || operands.length > 1;
  if (reads || !writes || options.some(({ name }) => name === "-f" || name === "--file")) return;
  const has = (name: string) => options.some((option) => option.name === name);
  const place = has("--global")
    ? `${context.world.places.home}/.gitconfig`
    : has("--system")
      ? "/etc/gitconfig"
      : ".git/config";
  addFile(context, literalWord(place), {
    provenance: derived("operand", unitIndex),
    scope: call.scope,
    access: "write",
  });
}

const CONFIG_READS =
  /^--(?:get|get-all|get-regexp|get-urlmatch|get-color|get-colorbool|list)$|^-l$/;
const CONFIG_WRITES =
  /^--(?:add|unset|unset-all|replace-all|rename-section|remove-section|edit)$|^-e$/;
