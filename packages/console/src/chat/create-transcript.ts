/** The pieces of a chat, the newest of which are kept, and the news for pages when one comes or changes. */
import type { ChatEntry, ChatItem, ChatNews, ChatStatus } from "@toolplane/contract/console";

export interface Transcript {
  add(entry: ChatEntry): number;
  /** In place of the one of this number. */
  put(item: ChatItem): void;
  get(id: number): ChatItem | undefined;
  /** Adds a piece to the answer that is coming. */
  speak(delta: string): void;
  /** Ends that answer; its whole text takes the place of the pieces. */
  answer(text: string): void;
  become(change: Partial<ChatStatus>): void;
  status(): ChatStatus;
  view(): { readonly items: readonly ChatItem[]; readonly status: ChatStatus; readonly at: number };
}

const MAX_ITEMS = 2_000;
const MAX_WORDS = 200_000;
const FIRST: ChatStatus = { phase: "idle", waiting: [], plan: [], tokens: 0, costMicros: 0 };

export function createTranscript(onNews: (news: ChatNews) => void): Transcript {
  const items = new Map<number, ChatItem>();
  let status = FIRST;
  let last = 0;
  let at = 0;
  /** The answer that is coming piece by piece. */
  let speaking: number | null = null;

  const put = (item: ChatItem): void => {
    items.set(item.id, item);
    const [oldest] = items.keys();
    if (items.size > MAX_ITEMS && oldest !== undefined) items.delete(oldest);
    at += 1;
    onNews({ type: "item", data: { at, item } });
  };
  const add = (entry: ChatEntry): number => {
    last += 1;
    put({ ...entry, id: last });
    return last;
  };
  return {
    add,
    put,
    get: (id) => items.get(id),
    speak(delta) {
      speaking ??= add({ kind: "words", text: "" });
      const item = items.get(speaking);
      if (item?.kind !== "words" || item.text.length > MAX_WORDS) return;
      items.set(item.id, { ...item, text: item.text + delta });
      at += 1;
      onNews({ type: "delta", data: { at, id: item.id, text: delta } });
    },
    answer(whole) {
      const text = whole.slice(0, MAX_WORDS);
      const item = speaking === null ? undefined : items.get(speaking);
      speaking = null;
      if (item) put({ ...item, kind: "words", text });
      // An answer that only calls something says nothing.
      else if (text !== "") add({ kind: "words", text });
    },
    become(change) {
      status = { ...status, ...change };
      at += 1;
      onNews({ type: "status", data: { at, status } });
    },
    status: () => status,
    view: () => ({ items: [...items.values()], status, at }),
  };
}
