/** One chat: an agent with its own product, its transcript, and the pages that read along. It ends with the server at the latest. */
import { randomBytes } from "node:crypto";
import { scriptedModel } from "@toolplane/agent";
import { ToolError } from "@toolplane/contract";
import type { ChatFacts, ChatView } from "@toolplane/contract/console";
import { createSystemClock } from "@toolplane/host";
import type { Agent, AgentOptions } from "@toolplane/library/rooms/agent";
import { demoScript, workOn } from "@toolplane/library/rooms/agent";
import { createWaitingRoom, ownWaiter } from "@toolplane/library/rooms/approvals";
import { callChanges, openProduct } from "@toolplane/library/rooms/product";
import type { RunFork } from "@toolplane/library/rooms/runs";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { createEventFeed, type EventFeed } from "../feed/event-feed.ts";
import { type ChatLog, createChatLog } from "./create-chat-log.ts";

export interface OpenChatOptions {
  readonly settings: Settings;
  readonly readAgain: () => Promise<Settings>;
  readonly state: State;
  /** Null plays the demonstration. */
  readonly model: string | null;
  readonly fork?: RunFork;
  readonly wallMs: () => number;
  readonly onQuestion: () => void;
  /** When it is closed: its folder goes. */
  readonly onClose?: () => Promise<void>;
}

export interface Chat {
  readonly id: string;
  readonly feed: EventFeed;
  facts(): ChatFacts;
  view(): Omit<ChatView, "chat">;
  /** Begins a run, or is heard while one goes on: after the running call, or when the model is done. */
  say(text: string, when: "now" | "later"): "prompt" | "now" | "later";
  /** Takes the newest words back that were not heard; null when there are none. */
  unsay(): string | null;
  stop(): void;
  close(): Promise<void>;
}

/** Shown for the demonstration where a chat shows its model. */
export const DEMO_MODEL = "no model, a demonstration";

const FEED = { maxClients: 50, kept: 1_000, maxWaitingBytes: 1_048_576 };
const BEAT_MS = 15_000;

export async function openChat(options: OpenChatOptions): Promise<Chat> {
  const { settings, readAgain, state, model, fork, wallMs } = options;
  const clock = createSystemClock();
  const product = await openProduct({
    settings,
    readAgain,
    state,
    onWarning: () => {},
    soleWriter: true,
    broker: createWaitingRoom({ ...state, clock, waiter: ownWaiter(state.store) }),
    // The demonstration needs no servers.
    ...(model === null ? {} : { sources: "kept" as const }),
  });
  const named: AgentOptions["model"] = model ?? scriptedModel(demoScript, DEMO_MODEL);
  try {
    const agent = await product.agent({
      model: named,
      // The person is here: a question is asked and answered in the chat.
      suspends: false,
      ...(fork ? { fork } : {}),
    });
    const feed = createEventFeed(randomBytes(6).toString("hex"), FEED);
    const log = createChatLog({
      wallMs,
      onQuestion: options.onQuestion,
      changesOf: (call) => callChanges({ state, settings }, call).catch(() => NO_CHANGES),
      onNews: (news) => feed.tell(news),
    });
    if (fork) log.begin(fork.messages, agent.session.id);
    return createChat({
      options,
      agent,
      log,
      feed,
      sandbox: product.host.sandbox.level,
      end: () => product.close(),
    });
  } catch (error) {
    await product.close();
    throw error;
  }
}

const NO_CHANGES = { changes: [], files: 0 };

interface ChatParts {
  readonly options: OpenChatOptions;
  readonly agent: Agent;
  readonly log: ChatLog;
  readonly feed: EventFeed;
  readonly sandbox: string;
  readonly end: () => Promise<void>;
}

function createChat({ options, agent, log, feed, sandbox, end }: ChatParts): Chat {
  const { id } = agent.session;
  const startedAtMs = options.wallMs();
  const unhear = follow(agent, log);
  const beats = setInterval(() => feed.beat(), BEAT_MS);
  beats.unref();
  let running: AbortController | null = null;
  let prompt = "";
  let closing: Promise<void> | null = null;

  async function work(text: string): Promise<void> {
    running = new AbortController();
    log.add({ kind: "said", text });
    log.become({ phase: "working" });
    const note = await workOn(agent, text, { signal: running.signal, shown: log.drained });
    running = null;
    if (note !== null) log.add({ kind: "note", text: note.text });
    log.become({ phase: "idle", waiting: [] });
  }

  return {
    id,
    feed,
    facts: () => ({
      id,
      sandbox,
      startedAtMs,
      prompt,
      phase: log.status().phase,
      kind: options.model === null ? "demo" : "model",
      model: options.model ?? DEMO_MODEL,
      workspace: options.settings.workspace,
    }),
    view: log.view,
    say(text, when) {
      if (closing) throw new ToolError("conflict", "This chat has ended.");
      if (running === null) {
        prompt ||= text.slice(0, 200);
        void work(text);
        return "prompt";
      }
      const isHeard = when === "now" ? agent.steer(text) : agent.followUp(text);
      if (!isHeard) throw new ToolError("too_large", "Too much waits to be heard already.");
      log.become({ waiting: [...log.status().waiting, { when, text }] });
      return when;
    },
    unsay() {
      const text = agent.unsay();
      if (text === null) return null;
      const { waiting } = log.status();
      const at = waiting.findLastIndex((one) => one.text === text);
      log.become({ waiting: waiting.filter((_, index) => index !== at) });
      return text;
    },
    stop() {
      if (running === null) return;
      log.become({ phase: "stopping" });
      running.abort("You stopped it.");
    },
    close() {
      closing ??= (async () => {
        clearInterval(beats);
        running?.abort("The chat was ended.");
        await agent.close().catch(() => {});
        unhear();
        await log.drained();
        try {
          await end();
          await options.onClose?.();
        } finally {
          // Last: a page that ends the chat would else connect again meanwhile, and get a 404.
          feed.close();
        }
      })();
      return closing;
    },
  };
}

/** Every word of it, and after each turn what it has used. */
function follow(agent: Agent, log: ChatLog): () => void {
  return agent.on((event) => {
    log.hear(event);
    if (event.type !== "turn-end") return;
    const { contextTokens, spent } = agent.state();
    log.become({ tokens: contextTokens, costMicros: spent.costMicros });
  });
}
