/** The chats of one server: with the model that the environment names, the demonstration in a folder of its own, or a fork of a run. */
import { ToolError } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/host";
import { readLabels } from "@toolplane/library/rooms/library";
import { sourceIn } from "@toolplane/library/rooms/product";
import { createRuns, forkRun } from "@toolplane/library/rooms/runs";
import type { SettingsSource } from "@toolplane/library/rooms/settings";
import { readSettings, settingsAgain } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { type Chat, DEMO_MODEL, type OpenChatOptions, openChat } from "./open-chat.ts";

/** A small project to play the demonstration in. */
export interface DemoPlace {
  readonly source: SettingsSource;
  remove(): Promise<void>;
}

export interface ChatRoomOptions {
  readonly source: SettingsSource;
  readonly state: State;
  readonly wallMs: () => number;
  readonly changed: () => void;
  /** Makes a folder for the demonstration; absent: there is none. */
  readonly demo?: () => Promise<DemoPlace>;
}

export type ChatWish =
  | { readonly kind: "model" }
  | { readonly kind: "demo" }
  | { readonly kind: "fork"; readonly run: string; readonly turn?: number };

export interface ChatRoom {
  /** The model that a chat would be with; null where none is configured. */
  readonly model: string | null;
  readonly hasDemo: boolean;
  list(): readonly Chat[];
  /** Throws a ToolError `not_found`. */
  one(id: string | undefined): Chat;
  /** `source`: the folder that a chat with the model works in. */
  open(wish: ChatWish, source: SettingsSource): Promise<Chat>;
  end(id: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Each holds a product, a sandbox and perhaps servers. */
const MAX_CHATS = 8;

export function createChatRoom(options: ChatRoomOptions): ChatRoom {
  const { demo } = options;
  const model = options.source.environment.TOOLPLANE_MODEL || null;
  const chats = new Map<string, Chat>();
  let opening = 0;
  let isClosed = false;

  async function openWish(wish: ChatWish, source: SettingsSource): Promise<Chat> {
    if (wish.kind === "fork") return openFork(options, wish);
    if (wish.kind === "demo") return openDemo(options);
    if (model === null)
      throw new ToolError("unavailable", "No model is configured: TOOLPLANE_MODEL names one.");
    return openFrom(source, { ...common(options), model });
  }

  const one = (id: string | undefined): Chat => {
    const chat = chats.get(id ?? "");
    if (!chat) throw new ToolError("not_found", "There is no such chat. It ended with its server.");
    return chat;
  };
  return {
    model,
    hasDemo: demo !== undefined,
    list: () => [...chats.values()],
    one,
    async open(wish, source) {
      if (chats.size + opening >= MAX_CHATS)
        throw new ToolError("unavailable", `${MAX_CHATS} chats are open already. End one first.`);
      opening += 1;
      try {
        const chat = await openWish(wish, source);
        if (isClosed) {
          await chat.close();
          throw new ToolError("unavailable", "The server ends.");
        }
        chats.set(chat.id, chat);
        return chat;
      } finally {
        opening -= 1;
      }
    },
    async end(id) {
      const chat = one(id);
      chats.delete(chat.id);
      await chat.close();
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...chats.values()].map((chat) => chat.close()));
      chats.clear();
    },
  };
}

function common({
  state,
  wallMs,
  changed,
}: ChatRoomOptions): Pick<OpenChatOptions, "state" | "wallMs" | "onQuestion"> {
  return { state, wallMs, onQuestion: changed };
}

async function openDemo(options: ChatRoomOptions): Promise<Chat> {
  if (!options.demo) throw new ToolError("unavailable", "There is no demonstration here.");
  const place = await options.demo();
  try {
    return await openFrom(place.source, {
      ...common(options),
      model: null,
      onClose: place.remove,
    });
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** In a copy of the folder as it was after that turn: nothing is taken back in the folder itself. */
async function openFork(
  options: ChatRoomOptions,
  { run, turn }: Extract<ChatWish, { readonly kind: "fork" }>,
): Promise<Chat> {
  const { source, state } = options;
  const { store } = state;
  const runs = createRuns({ ...state, clock: createSystemClock() });
  const { userData, policy } = await readSettings(source);
  const seen = async (id: string) => (await readLabels(store, id)).seen;
  const { fork, folder } = await forkRun(
    { runs, store, seen, userData, policy },
    run,
    turn === undefined ? {} : { turn },
  );
  const model = fork.model === DEMO_MODEL ? null : fork.model;
  return openFrom(sourceIn(source, folder), { ...common(options), model, fork });
}

/** Its rules are followed while it lasts. */
async function openFrom(
  source: SettingsSource,
  options: Omit<OpenChatOptions, "settings" | "readAgain">,
): Promise<Chat> {
  const settings = await readSettings(source);
  return openChat({ ...options, settings, readAgain: settingsAgain(source) });
}
