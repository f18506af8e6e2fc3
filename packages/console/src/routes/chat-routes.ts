/** Chats with an agent that works here: what is said to it, and everything that it says and does as it happens. */

import { ToolError } from "@toolplane/contract";
import type {
  ChatFacts,
  ChatStatus,
  Chats,
  ChatView,
  EndedChat,
  Heard,
  OpenedChat,
  StoppedChat,
  Unsaid,
} from "@toolplane/contract/console";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  MOMENT,
  NUMBER,
  nullable,
  OBJECT,
  oneOf,
  TEXT,
} from "../api/api-schema.ts";
import type { ApiRequest, ApiRoute } from "../api/route.ts";
import type { ChatWish } from "../chat/create-chat-room.ts";

const PHASE = oneOf("idle", "working", "stopping");
const CHAT = describes<ChatFacts>({
  id: TEXT,
  kind: oneOf("model", "demo"),
  model: TEXT,
  workspace: nullable(TEXT),
  sandbox: TEXT,
  startedAtMs: MOMENT,
  phase: PHASE,
  prompt: TEXT,
});
const STATUS = describes<ChatStatus>({
  phase: PHASE,
  waiting: list(
    describes<ChatStatus["waiting"][number]>({ when: oneOf("now", "later"), text: TEXT }),
  ),
  plan: list(OBJECT),
  tokens: COUNT,
  costMicros: NUMBER,
});
const MAX_SAID = 100_000;

const chats: ApiRoute<Chats> = {
  method: "GET",
  path: "/chats",
  summary: "The chats that are open, and which one could be opened.",
  gives: describes<Chats>({ model: nullable(TEXT), hasDemo: FLAG, chats: list(CHAT) }),
  async handle({ chats: room }) {
    const { model, hasDemo } = room;
    return { body: { model, hasDemo, chats: room.list().map((chat) => chat.facts()) } };
  },
};

const open: ApiRoute<OpenedChat> = {
  method: "POST",
  path: "/chats",
  summary:
    "Opens a chat: with the configured model, the demonstration without one, or a fork of a run after one of its turns.",
  takes: fields({ kind: oneOf("model", "demo", "fork") }, { run: TEXT, turn: COUNT }),
  gives: describes<OpenedChat>({ chat: CHAT }),
  async handle(ground, { body }) {
    const chat = await ground.chats.open(wishOf(body), ground.source);
    ground.changed();
    return { body: { chat: chat.facts() } };
  },
};

function wishOf({ kind, run, turn }: ApiRequest["body"]): ChatWish {
  if (kind !== "fork") return { kind: kind === "demo" ? "demo" : "model" };
  if (typeof run !== "string") throw new ToolError("invalid_input", "A fork needs its run.");
  return { kind, run, ...(typeof turn === "number" ? { turn } : {}) };
}

const chat: ApiRoute<ChatView> = {
  method: "GET",
  path: "/chats/{chat}",
  summary: "A chat as it stands, with the newest pieces of its transcript.",
  gives: describes<ChatView>({ chat: CHAT, items: list(OBJECT), status: STATUS, at: COUNT }),
  async handle(ground, { path }) {
    const one = ground.chats.one(path.chat);
    return { body: { chat: one.facts(), ...one.view() } };
  },
};

const events: ApiRoute = {
  method: "GET",
  path: "/chats/{chat}/events",
  summary:
    "What happens in a chat, as it happens: `item`, `delta`, `status`. Goes on after `Last-Event-ID`; `reset` means that something was missed.",
  gives: "events",
  async handle(ground, { path }) {
    return { feed: ground.chats.one(path.chat).feed };
  },
};

const say: ApiRoute<Heard> = {
  method: "POST",
  path: "/chats/{chat}/say",
  summary:
    "Says something. While it works: now, after the running call, or later, when it is done.",
  takes: fields(
    { text: { ...TEXT, minLength: 1, maxLength: MAX_SAID } },
    { when: oneOf("now", "later") },
  ),
  gives: describes<Heard>({ heard: oneOf("prompt", "now", "later") }),
  async handle(ground, { path, body }) {
    const when = body.when === "later" ? "later" : "now";
    return { body: { heard: ground.chats.one(path.chat).say(String(body.text), when) } };
  },
};

const unsay: ApiRoute<Unsaid> = {
  method: "POST",
  path: "/chats/{chat}/unsay",
  summary: "Takes the newest words back that were not heard yet.",
  takes: fields({}),
  gives: describes<Unsaid>({ text: nullable(TEXT) }),
  async handle(ground, { path }) {
    return { body: { text: ground.chats.one(path.chat).unsay() } };
  },
};

const stop: ApiRoute<StoppedChat> = {
  method: "POST",
  path: "/chats/{chat}/stop",
  summary: "Stops what runs.",
  takes: fields({}),
  gives: describes<StoppedChat>({ stopped: TEXT }),
  async handle(ground, { path }) {
    const one = ground.chats.one(path.chat);
    one.stop();
    return { body: { stopped: one.id } };
  },
};

const end: ApiRoute<EndedChat> = {
  method: "DELETE",
  path: "/chats/{chat}",
  summary: "Ends a chat. Its session stays in the record; the folder of a demonstration goes.",
  gives: describes<EndedChat>({ ended: TEXT }),
  async handle(ground, { path }) {
    await ground.chats.end(path.chat);
    ground.changed();
    return { body: { ended: path.chat ?? "" } };
  },
};

export const CHAT_ROUTES: readonly ApiRoute[] = [chats, open, chat, events, say, unsay, stop, end];
