/**
 * The `fetch` that the official client is given: requests over the host's streams and nothing else, so that every address of a
 * server and of its sign-in is judged like any other. No redirect is followed here, what is read of an answer is bounded, and an
 * answer that comes from another origin than the one that was asked is none.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { StreamResponse, Streams } from "@toolplane/contract/ports";
import { TransportError } from "../../wire/transport-error.ts";
import { boundEvents } from "./bound-events.ts";

export interface StreamFetchOptions {
  readonly streams: Streams;
  /** Of one answer, or of one event of a stream of events. */
  readonly maxMessageBytes: number;
  /** Until an answer begins. */
  readonly timeoutMs: number;
  /** Told of an answer or an event that was too long, with the body of the request that it answers. */
  readonly onTooLong?: (body: RequestInit["body"]) => void;
}

const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

export function createStreamFetch(options: StreamFetchOptions): FetchLike {
  const { streams, timeoutMs } = options;
  return async (input, init = {}) => {
    const url = new URL(input);
    const { signal } = init;
    const answer = await streams.request(url.href, {
      method: init.method ?? "GET",
      headers: headersOf(init.headers),
      ...bodyOf(init.body),
      timeoutMs,
      redirects: "manual",
      ...(signal ? { signal } : {}),
    });
    if (new URL(answer.url).origin !== url.origin)
      throw new TransportError(`${url.origin} led to another origin; that is not followed.`);
    return responseOf(answer, options.maxMessageBytes, () => options.onTooLong?.(init.body));
  };
}

function headersOf(given: RequestInit["headers"]): Readonly<Record<string, string>> {
  return Object.fromEntries(new Headers(given));
}

function bodyOf(body: RequestInit["body"]): { readonly body?: string | Uint8Array } {
  if (body === undefined || body === null) return {};
  if (typeof body === "string" || body instanceof Uint8Array) return { body };
  if (body instanceof URLSearchParams) return { body: body.toString() };
  throw new TransportError("Only text and bytes are sent.");
}

function responseOf(answer: StreamResponse, maxBytes: number, onTooLong: () => void): Response {
  const { status, statusText, headers, body } = answer;
  if (status < 200 || status > 599) throw new TransportError(`The answer has status ${status}.`);
  const isEvents = /^text\/event-stream\b/i.test(headers["content-type"] ?? "");
  const bound = isEvents ? boundEvents : boundWhole;
  const bounded = bound(body, maxBytes, onTooLong);
  const hasBody = !NO_BODY.has(status);
  if (!hasBody) void leave(body);
  return new Response(hasBody ? ReadableStream.from(bounded) : null, {
    status,
    headers: new Headers(headers),
    statusText: /^[\t\x20-\x7e]*$/.test(statusText) ? statusText : "",
  });
}

/** Leaving it early ends the connection. */
async function leave(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) return;
  } catch {
    // It is over either way.
  }
}

async function* boundWhole(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onTooLong: () => void,
): AsyncIterable<Uint8Array> {
  let held = 0;
  for await (const piece of body) {
    held += piece.length;
    if (held > maxBytes) {
      onTooLong();
      throw new TransportError(`The answer is longer than ${maxBytes} bytes.`);
    }
    yield piece;
  }
}
