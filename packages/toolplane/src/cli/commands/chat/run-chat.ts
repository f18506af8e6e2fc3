import { basename } from "node:path";
import type { Broker, SecurityMode } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/host";
import type { Agent, AgentOptions } from "../../../agent/agent.ts";
import { openProduct, type Product } from "../../../product/open-product.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState, type State } from "../../../state/open-state.ts";
import { openBroker } from "../../broker/open-broker.ts";
import type { ChatFace } from "../../chat/chat-ground.ts";
import { chatInLines } from "../../chat/chat-in-lines.ts";
import { chatOnScreen } from "../../chat/chat-on-screen.ts";
import { chooseModel } from "../../chat/choose-model.ts";
import { makeDemoFolder } from "../../chat/demo-folder.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { sandboxWords } from "../../terminal/sandbox-words.ts";

/** What is wrong with the command line is found before anything is opened. */
export const runChat: CommandRun = async (context) => {
  if (!context.terminal.canAsk)
    throw new CliError("A chat needs a terminal.", {
      next: ['toolplane run "…"   does without one.'],
    });
  const model = await chooseModel(context);
  if (!context.arguments.flag("demo")) return chatIn(context, model);
  const folder = await makeDemoFolder();
  try {
    return await chatIn({ ...context, ...folder.place(context) }, model);
  } finally {
    await folder.remove();
  }
};

async function chatIn(context: CommandContext, model: AgentOptions["model"]): Promise<ExitCode> {
  const settings = await readSettings(context);
  const state = await openState(settings.userData);
  try {
    await chat({ context, settings, state, model });
    return EXIT_CODES.done;
  } finally {
    await state.close();
  }
}

interface Ground {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly state: State;
  readonly model: AgentOptions["model"];
}

async function chat({ context, settings, state, model }: Ground): Promise<void> {
  const { terminal } = context;
  // The chat draws on the terminal that cards are shown on; it is there before anything can be asked.
  const face: ChatFace = { pause() {}, resume() {}, stop() {}, undoing: null };
  const broker = openBroker(
    { ...context, cancel: () => face.stop() },
    {
      ...{ state, settings },
      progress: { pause: () => face.pause(), resume: () => face.resume() },
      sandbox: () => sandboxWords(product.host.sandbox),
      diffOf: async ({ callId }, path) => product.landings.diff(callId, path),
    },
  );
  const product: Product = await openProduct({
    ...{ settings, state, sources: "kept" as const },
    ...(broker ? { broker: exceptUndo(broker, face) } : {}),
    onWarning: (text) => terminal.note(`${terminal.err.mark("ask")} ${text}`),
  });
  try {
    const mode = context.arguments.text("mode") as SecurityMode | undefined;
    const agent = await product.agent({ model, ...(mode === undefined ? {} : { mode }) });
    const title = titleOf({ settings, product, agent, model });
    const open = { context, settings, state, agent, title, face, clock: createSystemClock() };
    const isLines = terminal.isPlain || !terminal.canRedraw;
    await (isLines ? chatInLines(open) : chatOnScreen(open));
    terminal.note(`Kept as ${agent.session.id}.`);
    terminal.note("What it did: toolplane show");
  } finally {
    await product.close();
  }
}

/** Whoever types `/undo` has answered the question that it would be. */
function exceptUndo(broker: Broker, face: ChatFace): Broker {
  return {
    ask: async (question, signal) =>
      question.callId === face.undoing ? { choice: "once" } : broker.ask(question, signal),
  };
}

/** `ledger-api · ask · full, bubblewrap 0.8.0 · openai:gpt-5.1`. */
function titleOf({
  settings,
  product,
  agent,
  model,
}: Pick<Ground, "settings" | "model"> & {
  readonly product: Product;
  readonly agent: Agent;
}): string {
  const name = typeof model === "string" ? model : "id" in model ? model.id : model.modelId;
  return [
    basename(settings.workspace ?? "no project"),
    agent.session.manifest.mode,
    `sandbox ${product.host.sandbox.level}`,
    name,
  ].join(" · ");
}
