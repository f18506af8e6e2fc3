import type { SecurityMode } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import type { AgentOptions } from "@toolplane/library/rooms/agent";
import { ownWaiter } from "@toolplane/library/rooms/approvals";
import { openProduct, type Product } from "@toolplane/library/rooms/product";
import type { KeptRun } from "@toolplane/library/rooms/runs";
import { createRunBroker, createRuns, type Runs } from "@toolplane/library/rooms/runs";
import type { Settings } from "@toolplane/library/rooms/settings";
import { settingsAgain } from "@toolplane/library/rooms/settings";
import { openState, type State } from "@toolplane/library/rooms/state";
import { openBroker } from "../../broker/open-broker.ts";
import type { ChatFace, ChatGround } from "../../chat/chat-ground.ts";
import { chatInLines } from "../../chat/chat-in-lines.ts";
import { chatOnScreen } from "../../chat/chat-on-screen.ts";
import { findPrompts, promptNotes } from "../../chat/chat-prompts.ts";
import { chooseKept } from "../../chat/choose-kept.ts";
import { openChatModel, wantedModel } from "../../chat/choose-model.ts";
import { makeDemoFolder } from "../../chat/demo/demo-folder.ts";
import { firstScreen } from "../../chat/first-screen.ts";
import type { ChatEvent } from "../../chat/state/chat-state.ts";
import { pastEvents } from "../../chat/state/past-events.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { sayNews } from "../../session/say-news.ts";
import { wantedView } from "../../session/wanted-view.ts";
import { sayWarning } from "../../terminal/say-warning.ts";
import { sandboxWords } from "../../terminal/words/sandbox-words.ts";
import { settingsWithTrust } from "../../trust/settings-with-trust.ts";

/** Faults of the command line are found before anything is opened. */
export const runChat: CommandRun = async (context) => {
  if (!context.terminal.canAsk)
    throw new CliError("A chat needs a terminal.", {
      next: ['toolplane run "…"   does without one.'],
    });
  const name = wantedModel(context);
  if (!context.arguments.flag("demo")) return chatIn(context, name);
  const folder = await makeDemoFolder();
  try {
    return await chatIn({ ...context, ...folder.place(context) }, name);
  } finally {
    await folder.remove();
  }
};

/** One conversation after the other, until the person names no other. */
async function chatIn(context: CommandContext, name: string | null): Promise<ExitCode> {
  const settings = await settingsWithTrust(context);
  sayNews(context, settings);
  const state = await openState(settings);
  const runs = createRuns({ ...state, clock: createSystemClock() });
  const { arguments: given } = context;
  let wanted: ChatWish = { name, word: given.words[0], wantsLast: given.flag("resume") };
  try {
    for (;;) {
      const run = await chooseKept(runs, { ...wanted, workspace: settings.workspace });
      const { next, model } = await chat({
        context,
        settings,
        state,
        runs,
        name: wanted.name,
        run,
      });
      if (next === null) return EXIT_CODES.done;
      // A new conversation is held with the model that the last one was held with.
      wanted =
        next === "new"
          ? { name: model, word: undefined, wantsLast: false }
          : { name, word: next.run, wantsLast: false };
    }
  } finally {
    await state.close();
  }
}

/** The conversation that is wanted next, and the model; null: that of the conversation. */
interface ChatWish {
  readonly name: string | null;
  readonly word: string | undefined;
  readonly wantsLast: boolean;
}

/** How a conversation was left. */
type ChatEnd = Pick<ChatFace, "next" | "model">;

interface Ground {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly state: State;
  readonly runs: Runs;
  /** The model that was named; null: that of the conversation that goes on. */
  readonly name: string | null;
  /** The kept run it goes on with; null: something new. */
  readonly run: KeptRun | null;
}

async function chat({ context, settings, state, runs, name, run }: Ground): Promise<ChatEnd> {
  const { terminal } = context;
  const model = await openChatModel(context, { name: name ?? run?.model ?? "", runs });
  // The chat draws on the terminal that cards are shown on; it is there before anything can be asked.
  const face: ChatFace = {
    pause() {},
    resume() {},
    stop() {},
    undoing: null,
    model: nameOf(model),
    next: null,
  };
  const broker = openBroker(
    { ...context, cancel: () => face.stop() },
    {
      state,
      settings,
      progress: { pause: () => face.pause(), resume: () => face.resume() },
      sandbox: () => sandboxWords(product.host.sandbox),
      diffOf: async ({ callId }, path) => product.landings.diff(callId, path),
    },
  );
  const product: Product = await openProduct({
    settings,
    readAgain: settingsAgain(context),
    state,
    sources: "kept" as const,
    soleWriter: true,
    require: context.arguments.list("require"),
    ...(broker ? { broker: exceptUndo(broker, face, state) } : {}),
    onWarning: (text) => sayWarning(terminal, text),
  });
  try {
    const isDemo = context.arguments.flag("demo");
    const mode = context.arguments.text("mode") as SecurityMode | undefined;
    const view = await wantedView({ ...context, settings, views: product.views });
    const agent = await product.agent({
      model,
      ...view,
      isTalk: true,
      // The person is here: a question is asked and answered in the chat.
      suspends: false,
      ...(run ? { run: run.id } : {}),
      ...(mode === undefined ? {} : { mode }),
    });
    const prompts = findPrompts(settings);
    const open: ChatGround = {
      context,
      settings,
      state,
      runs,
      agent,
      sandbox: product.host.sandbox.level,
      face,
      prompts,
      pictures: new Map(),
      clock: createSystemClock(),
      past: run ? pastEvents((await runs.open(run.id)).said) : isDemo ? [DEMO_OPENING] : [],
      goesOn: run !== null && CUT_OFF.has(run.status),
    };
    const isLines = terminal.isPlain || !terminal.canRedraw;
    const opening = run || isDemo ? null : await firstScreen(open);
    const notes = promptNotes(prompts, settings);
    const past: readonly ChatEvent[] = [
      ...(opening === null ? open.past : [{ type: "note" as const, text: opening }]),
      ...(notes === null ? [] : [{ type: "note" as const, mark: "ask" as const, text: notes }]),
    ];
    await (isLines ? chatInLines : chatOnScreen)({ ...open, past });
    const { loopId, messages } = agent.state();
    const left = (await product.views.list()).find((one) => one.sessionId === agent.session.id);
    // The record of a demonstration goes with its folder.
    if (isDemo && face.next === null) {
      terminal.note("The demonstration and its folder are gone.");
      terminal.note("With a model, in a folder of yours: toolplane chat --model NAME");
      return face;
    }
    terminal.note(`Kept as ${agent.session.id}.`);
    if (messages.length > 0) terminal.note(`Go on with: toolplane chat ${loopId.slice(0, SHORT)}`);
    terminal.note("What it did: toolplane show");
    if (left !== undefined)
      terminal.note(`Some of it is held, not in the project: toolplane views show ${left.id}`);
    return face;
  } finally {
    await product.close();
  }
}

/** Asks for a first word: nothing moves before something is said, and a person cannot know what to say to a script. */
const DEMO_OPENING: ChatEvent = {
  type: "note",
  text: "A demonstration in a small project of its own: the model's words are a script, its calls are real.\nSay anything to begin, such as: the price should be 42",
};

/** As much of an id as tells runs apart. */
const SHORT = 8;

/** It had not come to its end, so it goes on by itself. */
const CUT_OFF: ReadonlySet<KeptRun["status"]> = new Set(["suspended", "interrupted"]);

/**
 * A person who types `/undo` has answered the question that it would be. A question answered elsewhere meanwhile is not asked
 * again.
 */
function exceptUndo(here: Broker, face: ChatFace, { store, key }: State): Broker {
  const clock = createSystemClock();
  const broker = createRunBroker({ store, key, clock, waiter: ownWaiter(store), here });
  return {
    ask: async (question, signal, passOn) =>
      question.callId === face.undoing ? { choice: "once" } : broker.ask(question, signal, passOn),
  };
}

/** As people name it. */
function nameOf(model: AgentOptions["model"]): string {
  if (typeof model === "string") return model;
  return "id" in model ? model.id : model.modelId;
}
