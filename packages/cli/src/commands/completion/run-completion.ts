import { nearestName } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { bashScript, zshScript } from "./bash-script.ts";
import { fishScript } from "./fish-script.ts";

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export const runCompletion: CommandRun = async ({ arguments: given, commands, terminal }) => {
  const [shell = ""] = given.words;
  if (!Object.hasOwn(SHELLS, shell)) {
    const near = nearestName(shell, Object.keys(SHELLS));
    throw new CliError(
      `There is no completion for ${JSON.stringify(shell)}.${near ? ` Did you mean ${near}?` : ""}`,
      { next: Object.keys(SHELLS).map((name) => `toolplane completion ${name}`) },
    );
  }
  const script = SHELLS[shell as keyof typeof SHELLS](commands);
  terminal.print(script);
  terminal.json({ shell, script });
  return EXIT_CODES.done;
};
