/**
 * Connections of one command to the servers that its requests go to. Each is opened by the egress: looked up, its addresses judged, its
 * certificate checked. A request is judged before it comes here, whether or not a connection is there already.
 */
import { Socket } from "node:net";
import { PassThrough, type Readable } from "node:stream";
import type { SecureContext } from "node:tls";
import { ToolError } from "@toolplane/contract";
import {
  type HeaderPairs,
  type RelayedRequest,
  type RelayedResponse,
  secureConnection,
} from "@toolplane/disk/net";
import { readHost } from "@toolplane/readings";
import { type Dispatcher, Pool } from "undici";
import type { RelayOptions, RelayUser } from "./relay-parts.ts";
import { headerPairs, onwardHeaders } from "./relayed-headers.ts";

/** On the other side of the way out, or inside the session's own network. */
export type Side = "outside" | "inside";

interface Upgraded {
  readonly socket: Socket;
  readonly headers: HeaderPairs;
}

export interface Upstreams {
  send(request: RelayedRequest, side: Side): Promise<RelayedResponse>;
  /** Asks the server for another protocol: its connection when it agrees, or what it answered instead. */
  upgrade(
    request: RelayedRequest,
    given: { readonly side: Side; readonly protocol: string },
  ): Promise<Upgraded | RelayedResponse>;
  close(): void;
}

const MAX_HEAD_BYTES = 65_536;
/** To one server at once; the next request waits for one of them. */
const MAX_CONNECTIONS = 128;
const MAX_SERVERS = 64;
/** Of an answer, before its server has to wait for the command. */
const HELD_BYTES = 16_384;
/** Until an answer begins, and between two pieces of it. */
const HEAD_MS = 300_000;
const BODY_MS = 900_000;

export function createUpstreams(
  options: Pick<RelayOptions, "egress" | "connectInside"> & {
    /** Whom servers must be vouched for by. */
    readonly trust: () => SecureContext;
  },
  user: Pick<RelayUser, "gate" | "signal">,
): Upstreams {
  const pools = new Map<string, Pool>();

  function poolFor(url: URL, side: Side): Pool {
    const key = `${side} ${url.origin}`;
    const known = pools.get(key);
    if (known !== undefined) return known;
    const [oldest] = pools;
    if (pools.size >= MAX_SERVERS && oldest !== undefined) {
      pools.delete(oldest[0]);
      oldest[1].close().catch(() => {});
    }
    const pool = new Pool(url.origin, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: HEAD_MS,
      bodyTimeout: BODY_MS,
      connect: (_target, callback) => {
        connect(url, side).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
    });
    pools.set(key, pool);
    return pool;
  }

  async function connect(url: URL, side: Side): Promise<Socket> {
    const scheme = url.protocol.slice(0, -1);
    const host = readHost(url.hostname.replace(/^\[|\]$/g, "")) ?? "";
    const port = portOf(url);
    const refused = `${host}:${port} refused the connection`;
    if (side === "inside") {
      const inner = await options.connectInside(host, port);
      if (inner === null) throw new ToolError("unavailable", refused);
      return inner;
    }
    const { gate, signal } = user;
    const wanted = { scheme, host, port, gate, mayAsk: false, judged: true, signal } as const;
    const answer = await options.egress.open(wanted);
    if (!answer.ok && "decision" in answer)
      throw new ToolError(answer.decision.code, answer.decision.reason);
    if (!answer.ok) throw new ToolError("unavailable", answer.unreachable);
    const trusted = scheme === "http" ? {} : { context: options.trust() };
    const secure = await secureConnection({ target: { scheme, host } }, answer.socket, trusted);
    if (secure instanceof Socket) return secure;
    throw new ToolError("internal", "A relay needs sockets of the system");
  }

  return {
    async send(request, side) {
      const { statusCode, headers, body, trailers } = await poolFor(request.url, side).request({
        ...requestOf(request),
        body: request.body,
        signal: request.signal,
        responseHeaders: "raw",
        highWaterMark: HELD_BYTES,
      });
      return {
        status: statusCode,
        headers: onwardHeaders(headerPairs(asSent(headers as unknown as string[]))),
        body,
        trailers: () => Object.entries(trailers).map(([name, value]) => [name, String(value)]),
      };
    },
    upgrade(request, { side, protocol }) {
      const pool = poolFor(request.url, side);
      return new Promise((resolve, reject) => {
        const handler = upgradeHandler({ signal: request.signal, resolve, reject });
        pool.dispatch({ ...requestOf(request), upgrade: protocol }, handler);
      });
    },
    close() {
      for (const pool of pools.values()) pool.destroy().catch(() => {});
      pools.clear();
    },
  };
}

export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

function requestOf({ url, target, headers }: RelayedRequest): Dispatcher.DispatchOptions {
  return {
    path: `${url.pathname}${url.search}`,
    method: (target.method ?? "GET") as Dispatcher.HttpMethod,
    headers: onwardHeaders(headers).flat(),
  };
}

/** The client reads header bytes as UTF-8, the server writes them as Latin-1: so they stay the bytes that were sent. */
function asSent(flat: readonly string[]): readonly string[] {
  return flat.map((text, at) =>
    at % 2 === 0 || flat[at - 1]?.toLowerCase() === "content-disposition"
      ? text
      : Buffer.from(text, "utf8").toString("latin1"),
  );
}

function upgradeHandler(given: {
  readonly signal: AbortSignal;
  readonly resolve: (answer: Upgraded | RelayedResponse) => void;
  readonly reject: (error: Error) => void;
}): Dispatcher.DispatchHandler {
  const body = new PassThrough();
  const onAbort = (controller: Dispatcher.DispatchController) =>
    controller.abort(new ToolError("cancelled", "Cancelled"));
  return {
    onRequestStart(controller) {
      given.signal.addEventListener("abort", () => onAbort(controller), { once: true });
      if (given.signal.aborted) onAbort(controller);
    },
    onRequestUpgrade(_controller, _status, headers, socket) {
      given.resolve({ socket: socket as Socket, headers: pairsOf(headers) });
    },
    onResponseStart(controller, status, headers) {
      body.on("drain", () => controller.resume());
      given.resolve({ status, headers: pairsOf(headers), body: body as Readable });
    },
    onResponseData(controller, chunk) {
      if (!body.write(chunk)) controller.pause();
    },
    onResponseEnd: () => void body.end(),
    onResponseError(_controller, error) {
      given.reject(error);
      body.destroy(error);
    },
  };
}

function pairsOf(headers: Readonly<Record<string, string | string[] | undefined>>): HeaderPairs {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => [name, text] as const),
  );
}
