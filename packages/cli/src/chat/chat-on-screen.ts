/** A chat that is drawn: the screen, the agent and the commands, put together until the person leaves. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "@toolplane/library/rooms/agent";
import { type Worker, workOn } from "@toolplane/library/rooms/agent";
import { createAgentQueue } from "./agent-queue.ts";
import { chatCommands } from "./chat-commands.ts";
import type { ChatGround } from "./chat-ground.ts";
import { openChatHistory } from "./chat-history.ts";
import { promptEntries } from "./chat-prompts.ts";
import { type ChatScreen, openChatScreen } from "./chat-screen.ts";
import { ownLineWorker, runOwnLine } from "./run-own-line.ts";
import { runTyped } from "./run-typed.ts";
import { showClipboard } from "./show-clipboard.ts";
import { bringsMore } from "./state/brings-more.ts";
import { type ChatAct, newChat } from "./state/chat-state.ts";
import { nextMode } from "./switch-mode.ts";
import { titleText } from "./title-text.ts";
import { hearingAgent } from "./told-words.ts";

export async function chatOnScreen(ground: ChatGround): Promise<void> {
  const { context, settings, agent, clock, face } = ground;
  const history = openChatHistory(settings.userData, settings.workspace);
  const before = await history.read();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const running = new Set<AbortController>();
  const stop = (): void => {
    for (const one of running) one.abort("You stopped it.");
  };
  const screen: ChatScreen = openChatScreen({
    terminal: context.terminal,
    clock,
    workspace: settings.workspace,
    act,
    state: newChat({
      title: titleText(ground),
      history: before,
      commands: chatCommands(context.commands, promptEntries(ground.prompts)),
      nowMs: clock.nowMs(),
    }),
  });
  Object.assign(face, { pause: screen.pause, resume: screen.resume, stop });
  const hearing = hearingAgent(ground, screen.hear);
  /** Words that bring more than themselves, and wait until it is done. */
  const held: string[] = [];
  const queue = createAgentQueue(ground, screen.hear);
  const unhear = agent.on(queue.take);
  const onEnd = (): void => leave();
  context.signal.addEventListener("abort", onEnd);
  const folder = settings.workspace ?? context.directory;
  void listFiles(folder).then((files) => screen.hear({ type: "files", files }));

  /** Null: it goes on with what was kept. */
  async function work(text: string | null, worker: Worker = hearing): Promise<void> {
    const own = new AbortController();
    running.add(own);
    screen.hear({ type: "run-start", atMs: clock.nowMs() });
    const note = await workOn(worker, text, { signal: own.signal, shown: queue.drained });
    running.delete(own);
    screen.hear({ type: "run-end", note });
    if (note !== null) return giveBack();
    const next = held.shift();
    if (next !== undefined) void work(next);
  }

  /** Words that were not said when it ended otherwise than wished. */
  function giveBack(): void {
    for (const text of held.splice(0).reverse()) screen.hear({ type: "taken-back", text });
  }

  async function runOwn(line: string): Promise<void> {
    if (screen.state().phase === "idle") return work(null, ownLineWorker(line, ground, hearing));
    const own = new AbortController();
    running.add(own);
    await runOwnLine(line, ground, own.signal);
    running.delete(own);
  }
  for (const event of ground.past) screen.hear(event);
  if (ground.goesOn) void work(null);

  function act(wanted: ChatAct): void {
    switch (wanted.do) {
      case "prompt":
        void work(wanted.text);
        return;
      case "steer":
      case "later":
        if (!waits(wanted))
          screen.hear({ type: "note", mark: "failed", text: "Too much waits already." });
        return;
      case "clipboard":
        void showClipboard(ground, screen);
        return;
      case "take-back": {
        const text = held.pop() ?? agent.unsay();
        if (text !== null) screen.hear({ type: "taken-back", text });
        return;
      }
      case "command":
        void runTyped(wanted.line, { ground, screen, leave });
        return;
      case "own-line":
        void runOwn(wanted.line);
        return;
      case "next-mode":
        nextMode(ground, screen);
        return;
      case "stop":
        giveBack();
        takeAllBack(agent, screen);
        stop();
        return;
      case "leave":
        leave();
        return;
      default:
        wanted satisfies never;
    }
  }

  /** False when too much waits already. */
  function waits(words: {
    readonly do: "prompt" | "steer" | "later";
    readonly text: string;
  }): boolean {
    const { do: when, text } = words;
    if (!bringsMore(text, screen.state()))
      return when === "steer" ? agent.steer(text) : agent.followUp(text);
    if (held.length >= MOST_HELD) return false;
    held.push(text);
    return true;
  }

  await left;
  stop();
  context.signal.removeEventListener("abort", onEnd);
  unhear();
  queue.close();
  await agent.close();
  await queue.drained();
  screen.close([]);
  await history.write(screen.state().history);
}

/** Words that were not heard when it stops get no answer: they come back to be said again. */
function takeAllBack(agent: Pick<Agent, "unsay">, { hear }: Pick<ChatScreen, "hear">): void {
  for (let text = agent.unsay(); text !== null; text = agent.unsay())
    hear({ type: "taken-back", text });
}

const MOST_HELD = 20;
const MOST_FILES = 5_000;
const MOST_FOLDERS = 2_000;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", "dist", "target", ".venv"]);

/**
 * The files of a folder for completion: names only, never content, and never more than a person would look through. Relative
 * paths, the upper folders first.
 */
async function listFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [""];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? "";
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      else if (entry.isFile()) files.push(path);
      if (files.length >= MOST_FILES) return files;
    }
  }
  return files;
}
