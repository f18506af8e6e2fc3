/** A chat in plain lines: for screen readers, and for terminals that cannot be drawn on. Nothing is ever written twice. */
import { createInterface, type Interface } from "node:readline";
import { type Worker, workOn } from "@toolplane/library/rooms/agent";
import { formatPlural } from "@toolplane/readings";
import { escapeText } from "../terminal/text/escape-text.ts";
import { createAgentQueue } from "./agent-queue.ts";
import { chatCommands } from "./chat-commands.ts";
import type { ChatGround } from "./chat-ground.ts";
import { promptEntries } from "./chat-prompts.ts";
import { openHeartbeat, runningText } from "./open-heartbeat.ts";
import { createTranscript } from "./render/create-transcript.ts";
import { ownLineWorker, runOwnLine } from "./run-own-line.ts";
import { runTyped } from "./run-typed.ts";
import { advanceChat } from "./state/advance-chat.ts";
import { bringsMore, isCommandLine, isPromptLine } from "./state/brings-more.ts";
import {
  type BackgroundTask,
  type ChatEvent,
  type ChatState,
  newChat,
} from "./state/chat-state.ts";
import { percent } from "./state/progress-bar.ts";
import { titleText } from "./title-text.ts";
import { hearingAgent } from "./told-words.ts";

const OPENING =
  "Type and press Enter. /help lists commands, /stop or Ctrl-C stops it, /quit leaves.";

const HEARS = "It hears that after this call.";

export async function chatInLines(ground: ChatGround): Promise<void> {
  const { context, settings, agent, clock, face } = ground;
  const { terminal } = context;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  let running: AbortController | null = null;
  const transcript = createTranscript();
  const tellTasks = createTaskTeller();
  const commands = chatCommands(context.commands, promptEntries(ground.prompts));
  const title = titleText(ground);
  let state: ChatState = newChat({ title, history: [], commands, nowMs: clock.nowMs() });
  const hear = (given: ChatEvent, { isPast = false } = {}): void => {
    // Nothing can be chosen with keys here, so a list is said.
    const event: ChatEvent =
      given.type === "pick" ? { type: "note", text: pickText(given) } : given;
    const step = advanceChat(state, event);
    state = step.state;
    const view = { paint: terminal.err, width: terminal.columns(), workspace: settings.workspace };
    // The terminal already shows the words that a person typed.
    const items = step.print.filter(({ kind }) => kind !== "said" || isPast);
    for (const line of transcript.add(items, view)) terminal.note(line);
    for (const line of tellTasks(event, clock.nowMs())) terminal.note(line);
    // A call that is kept back to become one line with the next would be reported late.
    if (event.type === "call-settle") hear({ type: "flush" });
  };
  const typed = readTyped(terminal.input, { onLine: (line) => void said(line), onEnd: leave });
  const { pause, listen } = typed;
  const stop = (): void => running?.abort("You stopped it.");
  Object.assign(face, { pause, resume: listen, stop });
  // A person who is being asked has the terminal: a line in between would be taken for part of the question.
  const heartbeat = openHeartbeat(clock, () => {
    const view = { paint: terminal.err, width: terminal.columns(), nowMs: clock.nowMs() };
    if (typed.isOpen()) terminal.note(runningText(state, view));
  });
  const hearing = hearingAgent(ground, hear);
  const queue = createAgentQueue(ground, hear);
  const unhear = agent.on(queue.take);
  // Ctrl-C stops what runs; where nothing does it leaves.
  const giveBack = context.takeInterrupts?.(() => {
    const isStopped = running !== null && !running.signal.aborted;
    stop();
    return isStopped;
  });
  context.signal.addEventListener("abort", () => leave());

  async function said(line: string): Promise<void> {
    if (line === "") return;
    if (line === "/stop") return stop();
    const screen = { state: () => state, hear, pause, resume: listen };
    if (line.startsWith("!")) return runOwn(line.slice(1).trim());
    if (isCommandLine(line) && !isPromptLine(line, commands))
      return runTyped(line.slice(1), { ground, leave, screen });
    if (running === null) await work(line);
    else if (bringsMore(line, state)) terminal.note("Not while it works: say it when it is done.");
    else terminal.note(agent.steer(line) ? HEARS : "Too much waits already.");
  }

  async function runOwn(line: string): Promise<void> {
    if (running === null) await work(null, ownLineWorker(line, ground, hearing));
    else await runOwnLine(line, ground, running.signal);
  }

  /** Null: it goes on with what was kept. */
  async function work(text: string | null, worker: Worker = hearing): Promise<void> {
    const own = new AbortController();
    running = own;
    hear({ type: "run-start", atMs: clock.nowMs() });
    heartbeat.start();
    const note = await workOn(worker, text, { signal: own.signal, shown: queue.drained });
    running = null;
    heartbeat.stop();
    hear({ type: "run-end", note });
    terminal.note("Your turn.");
  }

  terminal.note(`${title}. ${OPENING}`);
  for (const event of ground.past) hear(event, { isPast: true });
  listen();
  if (ground.goesOn) void work(null);
  await left;
  giveBack?.();
  stop();
  unhear();
  queue.close();
  await agent.close();
  await queue.drained();
  pause();
}

/** A list as lines, and what to type to take one of it. */
function pickText({ what, entries }: Extract<ChatEvent, { readonly type: "pick" }>): string {
  const command = what === "model" ? "/model NAME" : "/resume NAME";
  return [
    ...entries.map(({ word, meaning }) => `${word}  ${meaning}`.trimEnd()),
    `${command} goes on with one.`,
  ].join("\n");
}

interface Typed {
  listen(): void;
  /** Leaves the terminal to another reader, until it listens again. */
  pause(): void;
  isOpen(): boolean;
}

/** Reads the lines that a person types. */
function readTyped(
  input: NodeJS.ReadStream,
  { onLine, onEnd }: { readonly onLine: (line: string) => void; readonly onEnd: () => void },
): Typed {
  let lines: Interface | null = null;
  return {
    listen() {
      const open = createInterface({ input, terminal: false });
      open.on("line", (line) => onLine(line.trim()));
      open.on("close", () => {
        if (lines === open) onEnd();
      });
      lines = open;
    },
    pause() {
      const open = lines;
      lines = null;
      open?.close();
    },
    isOpen: () => lines !== null,
  };
}

const EVERY_MS = 10_000;

/**
 * Reports subagents in the background, in plain lines: one when it begins and at most one every ten seconds. Its end is reported
 * anyway. Takes the events of a chat and returns the lines that are due.
 */
export function createTaskTeller(): (event: ChatEvent, nowMs: number) => readonly string[] {
  const told = new Map<string, { readonly atMs: number; readonly text: string }>();
  return (event, nowMs) =>
    (event.type === "background" ? event.tasks : []).flatMap((task) => {
      const before = told.get(task.id);
      const text = taskText(task);
      if (before && (nowMs - before.atMs < EVERY_MS || before.text === text)) return [];
      told.set(task.id, { atMs: nowMs, text });
      return [before ? text : `task ${escapeText(task.name)} started`];
    });
}

function taskText({ name, part, calls }: BackgroundTask): string {
  const facts = [...(part === null ? [] : [percent(part)]), formatPlural(calls, "call")];
  return `task ${escapeText(name)} ${facts.join(", ")}`;
}
