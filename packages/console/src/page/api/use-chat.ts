/** One chat as it is and as it goes on: the first look, then its events, in order and none twice. */
import type { ChatNews, ChatView } from "@toolplane/contract/console";
import { useEffect, useState } from "preact/hooks";
import { markedHref } from "./page-mark.ts";
import { type ApiFault, getJson } from "./request.ts";

type News = ChatNews["data"];

export interface UsedChat {
  readonly view: ChatView | null;
  readonly fault: ApiFault | null;
}

export function useChat(id: string): UsedChat {
  const [view, setView] = useState<ChatView | null>(null);
  const [fault, setFault] = useState<ApiFault | null>(null);
  useEffect(() => {
    const base = `/chats/${encodeURIComponent(id)}`;
    const stream = new EventSource(markedHref(`/api/v1${base}/events`));
    let isOver = false;
    let isLooking = false;
    let early: News[] = [];
    const hear = (news: News): void => {
      if (isLooking) early.push(news);
      else setView((known) => (known === null ? null : applyNews(known, news)));
    };
    const look = async (): Promise<void> => {
      isLooking = true;
      early = [];
      const answer = await getJson<ChatView>(base);
      if (isOver) return;
      isLooking = false;
      setFault(answer.ok ? null : answer.fault);
      if (answer.ok) setView(early.reduce(applyNews, answer.value));
      // A chat that is gone stays gone.
      else if (answer.fault.status === 404) stream.close();
    };
    for (const kind of ["item", "delta", "status"])
      stream.addEventListener(kind, (event) => hear(JSON.parse((event as MessageEvent).data)));
    stream.addEventListener("hello", () => void look());
    stream.addEventListener("reset", () => void look());
    stream.onerror = () => {
      // A refused stream does not connect again by itself: the look says why.
      if (stream.readyState === EventSource.CLOSED) void look();
    };
    return () => {
      isOver = true;
      stream.close();
    };
  }, [id]);
  return { view, fault };
}

function applyNews(view: ChatView, news: News): ChatView {
  if (news.at <= view.at) return view;
  const { at } = news;
  if ("status" in news) return { ...view, at, status: news.status };
  if ("item" in news) {
    const { item } = news;
    const isKnown = view.items.some(({ id }) => id === item.id);
    const items = isKnown
      ? view.items.map((one) => (one.id === item.id ? item : one))
      : [...view.items, item];
    return { ...view, at, items };
  }
  const items = view.items.map((one) =>
    one.id === news.id && one.kind === "words" ? { ...one, text: one.text + news.text } : one,
  );
  return { ...view, at, items };
}
