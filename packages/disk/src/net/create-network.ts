/**
 * The network door: HTTP through the egress. Every request of a fetch, the first and each redirect, is judged, looked up and
 * connected by itself; nothing is kept between them, neither connections nor cookies. One deadline holds for all of it, so a
 * server that drips bytes or redirects slowly gains nothing.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type NetDoor, type NetRequest, type NetResponse, ToolError } from "@toolplane/contract";
import type { Clock, DoorContext } from "@toolplane/contract/ports";
import { withinDeadline } from "@toolplane/contract/ports";
import type { Egress } from "./egress.ts";
import { exchange } from "./exchange.ts";
import { createHttpRequest, type HttpRequest } from "./http-request.ts";
import { openConnection, secureConnection } from "./open-connection.ts";
import { readBody } from "./read-body.ts";
import { redirectRequest } from "./redirect-request.ts";

/** Upper bounds; a request may ask for less, never for more. */
interface NetworkLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxHeaderBytes: number;
  readonly maxRequestBytes: number;
}

/** Parts of the network door. */
export interface NetworkOptions {
  readonly egress: Egress;
  readonly clock: Clock;
  readonly limits?: Partial<NetworkLimits>;
  /** Reaches a server of a session in its own network; null where nothing listens there. */
  readonly inside?: (sessionId: string, host: string, port: number) => Promise<Duplex | null>;
  /** Certificates trusted beside the system's own, in PEM. */
  readonly extraCertificates?: readonly string[];
}

const MAX_REDIRECTS = 5;
const DEFAULTS: NetworkLimits = {
  timeoutMs: 30_000,
  maxBytes: 5_000_000,
  maxHeaderBytes: 32_768,
  maxRequestBytes: 5_000_000,
};

interface Fetch {
  readonly options: NetworkOptions;
  readonly limits: NetworkLimits;
  readonly context: DoorContext;
  readonly signal: AbortSignal;
}

export function createNetwork(options: NetworkOptions): (context: DoorContext) => NetDoor {
  return (context) => ({
    async fetch(url, request = {}) {
      const { clock } = options;
      const { signal } = context;
      if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
      const limits = applyLimits({ ...DEFAULTS, ...options.limits }, request);
      const first = createHttpRequest(url, request, limits);
      const work = (inner: AbortSignal) =>
        follow({ options, limits, context, signal: inner }, first);
      const ended = await withinDeadline(work, { clock, signal, timeoutMs: limits.timeoutMs });
      if (ended.ended === "done") return ended.value;
      if (ended.ended === "failed") throw ended.error;
      if (ended.ended === "cancelled") throw new ToolError("cancelled", "Cancelled");
      throw new ToolError(
        "timeout",
        `${first.target.host} did not finish within ${limits.timeoutMs} ms`,
      );
    },
  });
}

function applyLimits(limits: NetworkLimits, request: NetRequest): NetworkLimits {
  return {
    ...limits,
    timeoutMs: lower(request.timeoutMs, limits.timeoutMs),
    maxBytes: lower(request.maxBytes, limits.maxBytes),
  };
}

function lower(wanted: number | undefined, limit: number): number {
  return wanted === undefined || !(wanted >= 0) ? limit : Math.min(Math.floor(wanted), limit);
}

async function follow(fetch: Fetch, first: HttpRequest): Promise<NetResponse> {
  let request = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await send(fetch, request);
    if ("response" in answer) return answer.response;
    request = answer.redirect;
  }
  throw new ToolError("failed", `${first.target.host} redirects more than ${MAX_REDIRECTS} times`);
}

type Answer = { readonly response: NetResponse } | { readonly redirect: HttpRequest };

async function send(fetch: Fetch, request: HttpRequest): Promise<Answer> {
  const { limits, signal, context, options } = fetch;
  const { egress, inside } = options;
  const { gate, sessionId } = context;
  const plain = await openConnection(request, {
    egress,
    gate,
    signal,
    ...(inside === undefined ? {} : { inside: (host, port) => inside(sessionId, host, port) }),
  });
  const hangUp = () => void plain.destroy();
  signal.addEventListener("abort", hangUp);
  try {
    const socket = await secureConnection(request, plain, fetch.options);
    const message = await exchange(request, { socket, maxHeaderBytes: limits.maxHeaderBytes });
    const status = message.statusCode ?? 0;
    const redirect = redirectRequest(request, { status, location: message.headers.location });
    if (redirect !== null) return { redirect };
    return { response: await receive(message, request, limits.maxBytes) };
  } finally {
    signal.removeEventListener("abort", hangUp);
    hangUp();
  }
}

/** One text for each name, in small letters. */
export function answerHeaders(
  { headers }: Pick<IncomingMessage, "headers">,
  dropped: readonly string[],
): Readonly<Record<string, string>> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !dropped.includes(name))
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]);
  return Object.fromEntries(kept);
}

async function receive(
  message: IncomingMessage,
  request: HttpRequest,
  maxBytes: number,
): Promise<NetResponse> {
  const { body, truncated, decoded } = await readBody(message, maxBytes);
  // Headers that describe the bytes on the wire would be wrong for the bytes handed over.
  const dropped = decoded ? ["content-encoding", "content-length"] : [];
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? "",
    headers: answerHeaders(message, dropped),
    url: request.url.href,
    body,
    truncated,
  };
}
