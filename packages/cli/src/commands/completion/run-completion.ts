import { nearestName } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { verbatim } from "../../terminal/shown/shown.ts";
import { bashScript, zshScript } from "./bash-script.ts";
import { fishScript } from "./fish-script.ts";

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export const runCompletion: CommandRun = async ({ arguments: given, commands }) => {
  const [shell = ""] = given.words;
  if (!Object.hasOwn(SHELLS, shell)) {
    const near = nearestName(shell, Object.keys(SHELLS));
    throw new CliError(
      `There is no completion for ${JSON.stringify(shell)}.${near ? ` Did you mean ${near}?` : ""}`,
      { next: Object.keys(SHELLS).map((name) => `toolplane completion ${name}`) },
    );
  }
  const script = SHELLS[shell as keyof typeof SHELLS](commands);
  return { json: { shell, script }, shown: [verbatim(script)] };
};
