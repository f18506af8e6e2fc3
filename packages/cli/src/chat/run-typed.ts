/** Does what was typed after `/`. */
import type { BackgroundRun, ErrorResult } from "@toolplane/contract";
import { isCliError } from "../command/cli-error.ts";
import type { CommandArguments } from "../command/command.ts";
import { GLOBAL_OPTIONS } from "../command/global-options.ts";
import { parseCommandLine } from "../command/parse-command-line.ts";
import { printReport } from "../command/print-report.ts";
import { openNamedModel } from "../models/named-model.ts";
import { shortPath } from "../terminal/words/resource-text.ts";
import { OWN_COMMANDS, readTyped, type TypedCommand } from "./chat-commands.ts";
import type { ChatGround } from "./chat-ground.ts";
import type { ChatScreen } from "./chat-screen.ts";
import { chooseKept } from "./choose-kept.ts";
import { costText } from "./cost-text.ts";
import { helpText } from "./help-text.ts";
import { keptConversations, knownModels } from "./pick-lists.ts";
import { switchMode } from "./switch-mode.ts";
import { titleText } from "./title-text.ts";

export interface TypedGround {
  readonly ground: ChatGround;
  readonly screen: Pick<ChatScreen, "state" | "hear" | "pause" | "resume">;
  readonly leave: () => void;
}

/** Never rejects: what goes wrong is said in the chat. */
export async function runTyped(line: string, typed: TypedGround): Promise<void> {
  const { ground, screen } = typed;
  const command = readTyped(line, ground.agent.session.id);
  try {
    if (command.kind === "own") await runOwn(command.name, command.rest, typed);
    else if (command.kind === "lent") await runLent(command.words, typed);
    else say(screen, unknownText(command, ground));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const lines = isCliError(error) ? [text, ...error.lines, ...error.next] : [text];
    screen.hear({ type: "note", mark: "failed", text: lines.join("\n") });
  }
}

function unknownText(
  { name, near }: Extract<TypedCommand, { readonly kind: "unknown" }>,
  { context }: ChatGround,
): string {
  if (context.commands.some((command) => command.name === name))
    return `There is no /${name} here. In a shell: toolplane ${name}`;
  const hint = near === null ? "/help says what there is." : `Did you mean /${near}?`;
  return `There is no /${name}. ${hint}`;
}

function say(screen: TypedGround["screen"], text: string): void {
  screen.hear({ type: "note", text });
}

async function runOwn(name: string, rest: string, { ground, screen, leave }: TypedGround) {
  const { agent } = ground;
  switch (name) {
    case "quit":
      leave();
      return;
    case "help":
      say(screen, helpText(ground));
      return;
    case "tasks":
      say(screen, tasksText(agent, rest));
      return;
    case "stop":
      say(screen, stopText(agent, rest));
      return;
    case "new":
      ground.face.next = "new";
      leave();
      return;
    case "resume":
      await resume(rest, { ground, screen, leave });
      return;
    case "mode":
      say(screen, switchMode(rest, ground, screen));
      return;
    case "cost":
      say(screen, costText(agent.state()));
      return;
    case "plan":
      say(screen, planText(screen.state().plan));
      return;
    case "model":
      await changeModel(rest, { ground, screen });
      return;
    case "compact":
      agent.compact();
      say(screen, "The conversation so far is shortened before the model answers next.");
      return;
    case "undo":
    case "redo":
      await takeBack(name, { ground, screen, leave });
      return;
    default:
      say(screen, OWN_COMMANDS.find(({ word }) => word === name)?.meaning ?? "");
  }
}

async function resume(word: string, { ground, screen, leave }: TypedGround): Promise<void> {
  if (word === "") {
    const entries = await keptConversations(ground);
    screen.hear({ type: "pick", what: "conversation", entries });
    return;
  }
  // Looked for before this conversation is left: a slip must not end it.
  await chooseKept(ground.runs, { word, wantsLast: false, workspace: null });
  ground.face.next = { run: word };
  leave();
}

async function changeModel(
  name: string,
  { ground, screen }: Pick<TypedGround, "ground" | "screen">,
): Promise<void> {
  if (name === "") {
    screen.hear({ type: "pick", what: "model", entries: await knownModels(ground) });
    return;
  }
  const { context, runs } = ground;
  await ground.agent.use(await openNamedModel(context, { name, runs }));
  ground.face.model = name;
  screen.hear({ type: "title", title: titleText(ground) });
}

/** In the chat's own session, as a call like any other. A model that goes on from the old text learns of it when it edits. */
async function takeBack(action: "undo" | "redo", { ground, screen }: TypedGround): Promise<void> {
  const { agent, face } = ground;
  const id = `chat_${action}_${ground.clock.nowMs()}`;
  face.undoing = id;
  const result = await agent.session.call({ id, name: "undo", arguments: { action } });
  face.undoing = null;
  if (result.type === "error") {
    screen.hear({ type: "note", mark: "failed", text: takeBackError(action, result) });
    return;
  }
  const { changes = [] } = (result.data ?? {}) as {
    readonly changes?: readonly { readonly path: string }[];
  };
  const { workspace } = ground.settings;
  const paths = changes.map(({ path }) => shortPath(path, workspace)).join(", ");
  const done = action === "undo" ? "Taken back" : "Made again";
  screen.hear({ type: "note", mark: "allow", text: `${done}: ${paths}` });
}

/** The result speaks to a model; where there is simply nothing to take back, the person reads fewer words. */
function takeBackError(action: "undo" | "redo", { code, error_text }: ErrorResult): string {
  return code === "not_found"
    ? `There is nothing to ${action} in this conversation. toolplane ${action} knows earlier sessions.`
    : error_text;
}

async function runLent(words: readonly string[], { ground, screen }: TypedGround): Promise<void> {
  const { context } = ground;
  const line = parseCommandLine(words, context.commands);
  const run = await line.command?.load();
  if (!run) return say(screen, `/${words[0]} needs one word more.`);
  screen.pause();
  try {
    const given = withOurs(line.arguments, context.arguments);
    printReport(context.terminal, await run({ ...context, arguments: given }));
  } finally {
    screen.resume();
  }
}

/** The options that the chat was started with hold for the commands in it too. */
function withOurs(typed: CommandArguments, ours: CommandArguments): CommandArguments {
  const isGlobal = (name: string): boolean => Object.hasOwn(GLOBAL_OPTIONS, name);
  return {
    ...typed,
    flag: (name) => typed.flag(name) || (isGlobal(name) && name !== "help" && ours.flag(name)),
    text: (name) => typed.text(name) ?? (isGlobal(name) ? ours.text(name) : undefined),
    list: (name) => (isGlobal(name) ? [...ours.list(name), ...typed.list(name)] : typed.list(name)),
  };
}

function tasksText({ background }: ChatGround["agent"], rest: string): string {
  const all = background.list();
  if (rest === "stop") for (const { sessionId } of all) background.stop(sessionId);
  if (all.length === 0) return "Nothing runs in the background.";
  return all.map(taskLine).join("\n");
}

function taskLine({ agent, state, prompt }: BackgroundRun, at: number): string {
  return `${at + 1} ${state.padEnd(9)} ${agent}: ${prompt}`;
}

/** One by its number in the list, or by its name where no other has that. Nothing is ended by a guess. */
function stopText({ background }: ChatGround["agent"], name: string): string {
  const all = background.list();
  const found = all.filter(
    (one, at) => one.state === "running" && (one.agent === name || String(at + 1) === name),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    background.stop(only.sessionId);
    return `${only.agent} is told to stop.`;
  }
  if (!all.some(({ state }) => state === "running")) return "Nothing runs in the background.";
  const why =
    name === ""
      ? "Say which one"
      : found.length > 1
        ? "Several have this name"
        : "None has this name";
  return [`${why}: /stop NUMBER`, ...all.map(taskLine)].join("\n");
}

function planText(plan: readonly { readonly status: string; readonly content: string }[]): string {
  if (plan.length === 0) return "There is no plan.";
  const words: Readonly<Record<string, string>> = { completed: "done", in_progress: "now" };
  return plan
    .map(({ status, content }) => `${(words[status] ?? "").padEnd(5)} ${content}`)
    .join("\n");
}
