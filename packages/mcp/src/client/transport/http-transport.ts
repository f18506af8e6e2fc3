/** Requests to a server of the web: streamable HTTP of both revisions, over the host's streams, with or without a sign-in. */
import { type FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Streams } from "@toolplane/contract/ports";
import { readMessageEdges } from "@toolplane/readings";
import type { McpAuth } from "../auth/mcp-auth.ts";
import { createAuthorizedFetch } from "../auth/sign-in.ts";
import { SignInNeeded } from "../auth/sign-in-needed.ts";
import type { McpTransport } from "./mcp-transport.ts";
import { createStreamFetch } from "./stream-fetch.ts";

export interface HttpTransportOptions {
  readonly streams: Streams;
  readonly url: string;
  /** Sent to the server's own origin alone: a fixed token, a tenant. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: McpAuth;
  readonly clientName?: string;
  readonly maxMessageBytes?: number;
  /** Until an answer begins; a call's answer may begin late, and then stream. */
  readonly timeoutMs?: number;
}

const MAX_MESSAGE_BYTES = 16 * 1_048_576;
const TIMEOUT_MS = 600_000;
/** How a broken stream of answers is taken up again; every waiting call has a deadline of its own. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
};

export function createHttpTransport(options: HttpTransportOptions): McpTransport {
  const { url, auth, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const ending = new AbortController();
  const plain = createStreamFetch({
    streams: options.streams,
    maxMessageBytes,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    onTooLong: (body) => inner.onunread?.(idOf(body), maxMessageBytes),
  });
  const fetch = auth
    ? createAuthorizedFetch({
        auth,
        url,
        fetch: plain,
        signal: ending.signal,
        clientName: options.clientName ?? "toolplane",
      })
    : tellUnauthorized(plain);
  const inner: McpTransport & StreamableHTTPClientTransport = new StreamableHTTPClientTransport(
    new URL(url),
    {
      fetch,
      ...(options.headers ? { requestInit: { headers: { ...options.headers } } } : {}),
      reconnectionOptions: RECONNECTION,
    },
  );
  let isClosed = false;
  const close = inner.close.bind(inner);
  // A session that is not ended stays open on the server; the server may or may not heed it.
  inner.close = async () => {
    if (isClosed) return;
    isClosed = true;
    await Promise.race([inner.terminateSession().catch(() => {}), pause(FAREWELL_MS)]);
    ending.abort();
    await close();
  };
  return inner;
}

const EDGE = 2_048;

/** Of the request that a stream answers; a stream that was asked for by itself answers any. */
function idOf(body: RequestInit["body"]): string | number | null {
  if (typeof body !== "string") return null;
  return readMessageEdges({ head: body.slice(0, EDGE), tail: body.slice(-EDGE) }).id;
}

/** Without credentials of ours another try changes nothing. */
function tellUnauthorized(fetch: FetchLike): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    await response.body?.cancel().catch(() => {});
    throw new SignInNeeded("The server wants to know who you are (HTTP 401).");
  };
}

const FAREWELL_MS = 1_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
