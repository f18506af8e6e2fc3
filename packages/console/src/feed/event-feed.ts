/**
 * Changes, sent to every open page: a numbered list of which the newest few hundred are kept, so that a page that was away for a
 * moment gets what it missed. One that was away for longer, or comes from another run of the server, gets `reset` and loads
 * everything again. A client that does not read is disconnected, and so is every client past the bound.
 */
import type { ServerResponse } from "node:http";
import { DATA_HEADERS } from "./safe-headers.ts";

interface FeedEvent {
  /** `sessions`, `approvals`, `policy`; of a chat `item`, `delta`, `status`. */
  readonly type: string;
  readonly data: object;
}

export interface EventFeed {
  /** Takes a client; false when there are too many. */
  open(response: ServerResponse, lastId: string | undefined): boolean;
  tell(event: FeedEvent): void;
  /** A sign of life for clients and for proxies between. */
  beat(): void;
  clients(): number;
  close(): void;
}

export interface FeedBounds {
  readonly maxClients: number;
  readonly kept: number;
  /** Bytes that may wait to be read by one client. */
  readonly maxWaitingBytes: number;
}

const FEED_BOUNDS: FeedBounds = { maxClients: 1_000, kept: 500, maxWaitingBytes: 65_536 };

/** How long a page waits before it connects again. */
const RETRY_MS = 2_000;

/** `run` tells the events of this process from those of another. */
export function createEventFeed(run: string, bounds: FeedBounds = FEED_BOUNDS): EventFeed {
  const clients = new Set<ServerResponse>();
  const kept: { readonly id: number; readonly text: string }[] = [];
  let last = 0;
  const send = (client: ServerResponse, text: string): void => {
    if (client.writableLength > bounds.maxWaitingBytes) {
      clients.delete(client);
      client.destroy();
    } else client.write(text);
  };
  return {
    open(response, lastId) {
      if (clients.size >= bounds.maxClients) return false;
      response.writeHead(200, { ...DATA_HEADERS, "content-type": "text/event-stream" });
      response.write(`retry: ${RETRY_MS}\n\n`);
      clients.add(response);
      response.on("close", () => clients.delete(response));
      const missed = lastId === undefined ? [] : missedSince(lastId, { run, last, kept });
      if (missed === null) response.write(`id: ${run}-${last}\nevent: reset\ndata: {}\n\n`);
      else for (const { text } of missed) send(response, text);
      if (lastId === undefined) response.write(`id: ${run}-${last}\nevent: hello\ndata: {}\n\n`);
      return true;
    },
    tell({ type, data }) {
      last += 1;
      const text = `id: ${run}-${last}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      kept.push({ id: last, text });
      if (kept.length > bounds.kept) kept.shift();
      for (const client of clients) send(client, text);
    },
    beat() {
      for (const client of clients) send(client, ": here\n\n");
    },
    clients: () => clients.size,
    close() {
      for (const client of clients) client.end();
      clients.clear();
    },
  };
}

/** Null when what was missed is not kept any more, or was never sent here. */
function missedSince(
  lastId: string,
  {
    run,
    last,
    kept,
  }: {
    readonly run: string;
    readonly last: number;
    readonly kept: readonly { readonly id: number; readonly text: string }[];
  },
): readonly { readonly text: string }[] | null {
  const number = lastId.startsWith(`${run}-`) ? Number(lastId.slice(run.length + 1)) : Number.NaN;
  if (!Number.isSafeInteger(number) || number > last) return null;
  const isWhole = number === last || (kept[0]?.id ?? last + 1) <= number + 1;
  return isWhole ? kept.filter(({ id }) => id > number) : null;
}
