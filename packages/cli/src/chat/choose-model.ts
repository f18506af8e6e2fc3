/**
 * Chooses the model of a chat: the demonstration, a script, the one that was named, or the one that the conversation was held
 * with.
 */
import { scriptedModel } from "@toolplane/agent";
import type { AgentOptions } from "@toolplane/library/rooms/agent";
import { demoScript } from "@toolplane/library/rooms/agent";
import type { Runs } from "@toolplane/library/rooms/runs";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { openNamedModel } from "../models/named-model.ts";

/** Throws a CliError where none is named and none is needed to be found elsewhere. */
export function wantedModel({ arguments: given, environment }: CommandContext): string | null {
  const file = given.text("script");
  if (file !== undefined) return `script:${file}`;
  const name = given.text("model") ?? environment.TOOLPLANE_MODEL ?? "";
  if (name !== "") return name;
  if (given.flag("demo") || given.flag("resume") || given.words.length > 0) return null;
  throw new CliError("No model was named.", {
    next: [
      "--model openai:NAME, anthropic:NAME, google:NAME or https://HOST/v1#NAME",
      "--demo          shows what it is like, with no key.",
      "--script FILE   plays turns from a file, with no key.",
    ],
  });
}

/** `name`: what was wanted, or what a conversation that goes on was held with. */
export function openChatModel(
  context: CommandContext,
  { name, runs }: { readonly name: string; readonly runs: Runs },
): Promise<AgentOptions["model"]> | AgentOptions["model"] {
  if (context.arguments.flag("demo")) return scriptedModel(demoScript, "no model, a demonstration");
  return openNamedModel(context, { name, runs });
}
