import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { text as readText } from "node:stream/consumers";
import type { LoopLimits, LoopOutcome } from "@toolplane/agent";
import type { SecurityMode } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import type { Agent } from "@toolplane/library/rooms/agent";
import { ownWaiter } from "@toolplane/library/rooms/approvals";
import { openProduct } from "@toolplane/library/rooms/product";
import type { KeptRun, RunFork } from "@toolplane/library/rooms/runs";
import { createRunBroker, createRuns, type Runs } from "@toolplane/library/rooms/runs";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings, settingsAgain } from "@toolplane/library/rooms/settings";
import { openState, type State } from "@toolplane/library/rooms/state";
import { openBroker } from "../../broker/open-broker.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { chooseRun } from "../../models/choose-run.ts";
import { costGiven } from "../../models/cost-given.ts";
import { namedModel, openNamedModel, readGivenFile } from "../../models/named-model.ts";
import { heldView } from "../../session/held-view.ts";
import { sayNews } from "../../session/say-news.ts";
import { wantedView } from "../../session/wanted-view.ts";
import { sayWarning } from "../../terminal/say-warning.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { sandboxWords } from "../../terminal/words/sandbox-words.ts";
import { settingsWithTrust } from "../../trust/settings-with-trust.ts";
import { forkGiven } from "./fork-given.ts";
import { showRun } from "./show-run.ts";

/** Faults of the command line are found before anything is opened. */
export const runAgent: CommandRun = async (context) => {
  const model = namedModel(context);
  const prompt = await readPrompt(context);
  const instructions = await readGiven(context, "instructions");
  const settings = await settingsWithTrust(context);
  sayNews(context, settings);
  const state = await openState(settings);
  try {
    const word = context.arguments.text("resume");
    const runs = createRuns({ ...state, clock: createSystemClock() });
    const run = word === undefined ? null : await chooseRun(runs, word);
    const said = { context, state, runs, prompt, model, instructions, run };
    const forked = await forkGiven(context, { runs, state, settings });
    if (forked === null)
      return await work({ ...said, settings, readAgain: settingsAgain(context), fork: null });
    const there = { ...context, directory: forked.folder };
    const copied = await readSettings(there);
    const readAgain = settingsAgain(there);
    return await work({ ...said, settings: copied, readAgain, fork: forked.fork });
  } finally {
    await state.close();
  }
};

interface Ground {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly readAgain: () => Promise<Settings>;
  readonly state: State;
  readonly runs: Runs;
  /** Null: nothing is said to a run that goes on. */
  readonly prompt: string | null;
  readonly model: string | null;
  readonly run: KeptRun | null;
  readonly fork: RunFork | null;
  readonly instructions: string | undefined;
}

async function work({ context, settings, readAgain, state, ...given }: Ground): Promise<ExitCode> {
  const { terminal } = context;
  const { run, fork, prompt, instructions } = given;
  const { TRACEPARENT: trace } = context.environment;
  const model = await openNamedModel(context, {
    name: given.model ?? run?.model ?? fork?.model ?? "",
    runs: given.runs,
  });
  const progress = showProgress(terminal, "working");
  const here = openBroker(context, {
    state,
    settings,
    progress,
    sandbox: () => sandboxWords(product.host.sandbox),
    diffOf: async ({ callId }, path) => product.landings.diff(callId, path),
  });
  const broker = context.arguments.flag("refuse") ? here : keeping(state, here ?? null);
  const product = await openProduct({
    settings,
    readAgain,
    state,
    sources: "kept" as const,
    soleWriter: true,
    require: context.arguments.list("require"),
    ...(broker ? { broker } : {}),
    onWarning: (text) => sayWarning(terminal, text),
  });
  try {
    const mode = context.arguments.text("mode") as SecurityMode | undefined;
    const view = await wantedView({ ...context, settings, views: product.views });
    const agent = await product.agent({
      model,
      ...view,
      // Its broker keeps what nobody answers, and asks whoever is here.
      suspends: false,
      limits: limitsOf(context),
      ...(trace === undefined ? {} : { trace }),
      ...(run ? { run: run.id } : {}),
      ...(fork ? { fork } : {}),
      textTools: context.arguments.flag("text-tools"),
      ...(mode === undefined ? {} : { mode }),
      ...(instructions === undefined ? {} : { instructions }),
    });
    const stop = showRun(terminal, agent, { progress });
    const unhear = context.arguments.flag("steer") ? hear(context, agent) : () => undefined;
    if (run && prompt !== null) agent.steer(prompt);
    const outcome = await (run || prompt === null
      ? agent.goOn({ signal: context.signal })
      : agent.run(prompt, { signal: context.signal }));
    unhear();
    progress.end();
    const held = await heldView(product, agent.session.id);
    stop(outcome, held);
    // What it was to change has not reached the project.
    if (outcome.status === "done" && held !== null) return EXIT_CODES.failed;
    return exitCodeOf(outcome);
  } finally {
    progress.end();
    await product.close();
  }
}

/** Questions of a run outlive its process: an answer is found again, and where no person is here they wait in the store. */
function keeping({ store, key }: State, here: Broker | null): Broker {
  return createRunBroker({
    store,
    key,
    clock: createSystemClock(),
    waiter: ownWaiter(store),
    here,
  });
}

async function readPrompt({ arguments: given, terminal }: CommandContext): Promise<string | null> {
  const [word = ""] = given.words;
  if (given.words.length === 0 && (given.text("resume") ?? given.text("fork"))) return null;
  const prompt = word === "-" ? await readText(terminal.input) : word;
  if (prompt.trim() === "") throw new CliError("The prompt is empty.");
  return prompt;
}

async function readGiven(
  { arguments: given, directory }: CommandContext,
  name: string,
): Promise<string | undefined> {
  const file = given.text(name);
  return file === undefined ? undefined : readGivenFile(resolve(directory, file), file);
}

function limitsOf({ arguments: given }: CommandContext): Partial<LoopLimits> {
  const turns = atLeastOne(given.number("max-turns"), "max-turns");
  const tokens = atLeastOne(given.number("max-tokens"), "max-tokens");
  const costMicros = costGiven(given);
  const seconds = atLeastOne(given.number("max-time"), "max-time");
  return {
    ...(turns === undefined ? {} : { turns }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(costMicros === undefined ? {} : { costMicros }),
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
  if (outcome.status === "suspended") return EXIT_CODES.needsPerson;
  if (outcome.status === "stopped" && outcome.by === "cancel") return EXIT_CODES.cancelled;
  return EXIT_CODES.failed;
}
