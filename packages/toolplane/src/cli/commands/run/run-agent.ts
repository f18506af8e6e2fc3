import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { text as readText } from "node:stream/consumers";
import { type LoopLimits, type LoopOutcome, readScript, scriptedModel } from "@toolplane/agent";
import type { SecurityMode } from "@toolplane/contract";
import type { Agent, AgentOptions } from "../../../agent/agent.ts";
import { openProduct } from "../../../product/open-product.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState, type State } from "../../../state/open-state.ts";
import { openBroker } from "../../broker/open-broker.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { sandboxWords } from "../../terminal/sandbox-words.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { showRun } from "./show-run.ts";

/** What is wrong with the command line is found before anything is opened. */
export const runAgent: CommandRun = async (context) => {
  const model = await readModel(context);
  const prompt = await readPrompt(context);
  const instructions = await readGiven(context, "instructions");
  const settings = await readSettings(context);
  const state = await openState(settings.userData);
  try {
    return await work({ context, settings, state, prompt, model, instructions });
  } finally {
    await state.close();
  }
};

interface Ground {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly state: State;
  readonly prompt: string;
  readonly model: AgentOptions["model"];
  readonly instructions: string | undefined;
}

async function work({ context, settings, state, ...given }: Ground): Promise<ExitCode> {
  const { terminal } = context;
  const progress = showProgress(terminal, "working");
  const broker = openBroker(context, {
    ...{ state, settings, progress },
    sandbox: () => sandboxWords(product.host.sandbox),
    diffOf: async ({ callId }, path) => product.landings.diff(callId, path),
  });
  const product = await openProduct({
    ...{ settings, state, sources: "kept" as const },
    ...(broker ? { broker } : {}),
    onWarning: (text) => terminal.note(`${terminal.err.mark("ask")} ${text}`),
  });
  try {
    const mode = context.arguments.text("mode") as SecurityMode | undefined;
    const agent = await product.agent({
      model: given.model,
      limits: limitsOf(context),
      ...(mode === undefined ? {} : { mode }),
      ...(given.instructions === undefined ? {} : { instructions: given.instructions }),
    });
    const stop = showRun(terminal, agent, progress);
    const unhear = context.arguments.flag("steer") ? hear(context, agent) : () => undefined;
    const outcome = await agent.run(given.prompt, { signal: context.signal });
    unhear();
    progress.end();
    stop(outcome);
    return exitCodeOf(outcome);
  } finally {
    progress.end();
    await product.close();
  }
}

async function readModel({ arguments: given, environment, directory }: CommandContext) {
  const file = given.text("script");
  const name = given.text("model") ?? environment.TOOLPLANE_MODEL;
  if (file !== undefined) {
    const path = resolve(directory, file);
    return scriptedModel(readScript(await readOrSay(path, file), file), file);
  }
  if (name === undefined || name === "")
    throw new CliError("No model was named.", {
      next: [
        "--model openai:NAME, anthropic:NAME, google:NAME or https://HOST/v1#NAME",
        "--script FILE   plays turns from a file, with no key.",
      ],
    });
  return name;
}

async function readPrompt({ arguments: given, terminal }: CommandContext): Promise<string> {
  const [word = ""] = given.words;
  const prompt = word === "-" ? await readText(terminal.input) : word;
  if (prompt.trim() === "") throw new CliError("The prompt is empty.");
  return prompt;
}

async function readGiven(
  { arguments: given, directory }: CommandContext,
  name: string,
): Promise<string | undefined> {
  const file = given.text(name);
  return file === undefined ? undefined : readOrSay(resolve(directory, file), file);
}

async function readOrSay(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
}

function limitsOf({ arguments: given }: CommandContext): Partial<LoopLimits> {
  const turns = atLeastOne(given.number("max-turns"), "max-turns");
  const tokens = atLeastOne(given.number("max-tokens"), "max-tokens");
  const seconds = atLeastOne(given.number("max-time"), "max-time");
  return {
    ...(turns === undefined ? {} : { turns }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(seconds === undefined ? {} : { timeMs: seconds * 1_000 }),
  };
}

function atLeastOne(value: number | undefined, name: string): number | undefined {
  if (value !== undefined && !(value >= 1)) throw new CliError(`--${name} must be at least 1.`);
  return value;
}

/** Lines of standard input are a person's words; its end is none. */
function hear({ terminal }: CommandContext, agent: Agent): () => void {
  const lines = createInterface({ input: terminal.input });
  lines.on("line", (line) => {
    if (line.trim() !== "" && !agent.steer(line)) terminal.note("Too much waits to be heard.");
  });
  return () => {
    lines.close();
    terminal.input.pause();
  };
}

function exitCodeOf(outcome: LoopOutcome): ExitCode {
  if (outcome.status === "done") return EXIT_CODES.done;
  if (outcome.status === "stopped" && outcome.by === "cancel") return EXIT_CODES.cancelled;
  return EXIT_CODES.failed;
}
