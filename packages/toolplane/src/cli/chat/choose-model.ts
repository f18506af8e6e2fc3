/** Which model a chat is with: a script, the demonstration, or the one that was named. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readScript, scriptedModel } from "@toolplane/agent";
import type { AgentOptions } from "../../agent/agent.ts";
import { demoScript } from "../../agent/demo-script.ts";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";

export async function chooseModel({
  arguments: given,
  environment,
  directory,
}: CommandContext): Promise<AgentOptions["model"]> {
  if (given.flag("demo")) return scriptedModel(demoScript, "no model, a demonstration");
  const file = given.text("script");
  if (file !== undefined) {
    const text = await readFile(resolve(directory, file), "utf8").catch(() => {
      throw new CliError(`${file} cannot be read.`);
    });
    return scriptedModel(readScript(text, file), file);
  }
  const name = given.text("model") ?? environment.TOOLPLANE_MODEL ?? "";
  if (name === "")
    throw new CliError("No model was named.", {
      next: [
        "--model openai:NAME, anthropic:NAME, google:NAME or https://HOST/v1#NAME",
        "--demo          shows what it is like, with no key.",
        "--script FILE   plays turns from a file, with no key.",
      ],
    });
  return name;
}
