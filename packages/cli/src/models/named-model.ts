/** Opens the model that a command line names: one of a provider by its name, or turns from a file. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readScript, replayModel, scriptedModel } from "@toolplane/agent";
import type { AgentOptions } from "@toolplane/library/rooms/agent";
import type { Runs } from "@toolplane/library/rooms/runs";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { chooseRun } from "./choose-run.ts";

/** How a script is named where models are, so that a run that goes on finds it again. */
const SCRIPT = "script:";
/** And the turns of a run that was kept. */
const REPLAY = "replay:";

/** Null: a run that goes on has its own. */
export function namedModel({ arguments: given, environment }: CommandContext): string | null {
  const file = given.text("script");
  if (file !== undefined) return `${SCRIPT}${file}`;
  const said = given.text("model");
  if (said === undefined && (given.text("resume") ?? given.text("fork"))) return null;
  const name = said ?? environment.TOOLPLANE_MODEL ?? "";
  if (name === "")
    throw new CliError("No model was named.", {
      next: [
        "--model openai:NAME, anthropic:NAME, google:NAME or https://HOST/v1#NAME",
        "--script FILE        plays turns from a file, with no key.",
        "--model replay:RUN   plays the turns of an earlier run.",
      ],
    });
  return name;
}

export async function openNamedModel(
  { directory }: CommandContext,
  { name, runs }: { readonly name: string; readonly runs: Pick<Runs, "find" | "list" | "open"> },
): Promise<AgentOptions["model"]> {
  if (name.startsWith(REPLAY)) {
    const { id } = await chooseRun(runs, name.slice(REPLAY.length));
    return replayModel((await runs.open(id)).said, `${REPLAY}${id}`);
  }
  if (!name.startsWith(SCRIPT)) return name;
  const file = name.slice(SCRIPT.length);
  const text = await readGivenFile(resolve(directory, file), file);
  return scriptedModel(readScript(text, file), name);
}

export async function readGivenFile(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
}
