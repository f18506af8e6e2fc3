/**
 * Sends messages to the client, in order. Text that follows text waits together with it while the client has not read
 * what came before, so that a slow client gets fewer and longer pieces; one that reads nothing at all is given up.
 */
import type { SessionNotification, SessionUpdate } from "@agentclientprotocol/sdk";

export interface Outbox {
  send(sessionId: string, update: SessionUpdate): void;
  /** Settles when everything that was sent before is on its way. */
  flush(): Promise<void>;
}

export interface OutboxOptions {
  /** Hands one over; settles when there is room for the next. */
  readonly notify: (notification: SessionNotification) => Promise<void>;
  readonly onOverflow: () => void;
  readonly maxWaiting?: number;
}

const MAX_WAITING = 10_000;

type Text = Extract<
  SessionUpdate,
  { readonly sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }
>;

export function createOutbox({
  notify,
  onOverflow,
  maxWaiting = MAX_WAITING,
}: OutboxOptions): Outbox {
  const waiting: SessionNotification[] = [];
  let pumping: Promise<void> | null = null;

  async function pump(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift())
      // A client that is gone ends its connection by itself.
      await notify(next).catch(() => undefined);
    pumping = null;
  }

  return {
    send(sessionId, update) {
      const last = waiting.at(-1);
      const joined = last?.sessionId === sessionId ? joinText(last.update, update) : null;
      if (joined) waiting[waiting.length - 1] = { sessionId, update: joined };
      else if (waiting.length >= maxWaiting) onOverflow();
      else waiting.push({ sessionId, update });
      pumping ??= pump();
    },
    async flush() {
      await pumping;
    },
  };
}

/** One piece of two; null where they are not of one kind, or together too long. */
function joinText(before: SessionUpdate, after: SessionUpdate): SessionUpdate | null {
  if (!isTextUpdate(before) || !isTextUpdate(after)) return null;
  if (before.sessionUpdate !== after.sessionUpdate) return null;
  const first = before.content;
  const second = after.content;
  if (first.type !== "text" || second.type !== "text") return null;
  if (first.text.length + second.text.length > MAX_CHARACTERS) return null;
  return { ...before, content: { type: "text", text: first.text + second.text } };
}

const MAX_CHARACTERS = 64 * 1_024;

function isTextUpdate(update: SessionUpdate): update is Text {
  const { sessionUpdate: kind } = update;
  return kind === "agent_message_chunk" || kind === "agent_thought_chunk";
}
