/** One connection from a command to the relay, until it is known where it wants to go. HTTP and SOCKS share the port. */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ProxyReading, type ProxyRequest, readHttpProxyRequest } from "./proxy-request.ts";
import { readSocks, SOCKS_VERSION, type SocksStage, socksReply } from "./socks-request.ts";

/** A connection that said where it wants to go. */
export interface ProxyClient {
  readonly socket: Socket;
  readonly request: ProxyRequest;
  /** What the command sent behind its request. */
  readonly rest: Buffer;
  /** Says yes, and sends the request on, without what follows it. */
  connected(server: Duplex): void;
  /** Not allowed: says why, and ends. */
  refuse(text: string): void;
  /** Allowed, but not to be reached. */
  fail(text: string): void;
}

/** Decisions of the relay about a connection. */
export interface ProxyClientEvents {
  knows(token: string): boolean;
  onRequest(client: ProxyClient): void;
}

/** A client that connects and says nothing is cut off after this. */
const IDLE_MS = 30_000;

/** Reads a connection's request, then calls back once. */
export function acceptProxyClient(socket: Socket, events: ProxyClientEvents): void {
  let held: Buffer = Buffer.alloc(0);
  let stage: SocksStage = "greeting";
  let token = "";
  socket.setTimeout(IDLE_MS, () => socket.destroy());

  function settle(client: Pick<ProxyClient, "request"> & Protocol, rest: Buffer): void {
    socket.off("data", onData);
    socket.pause();
    socket.setTimeout(0);
    const { request } = client;
    if (!events.knows(request.token)) return void socket.end(client.unknown);
    events.onRequest({
      socket,
      request,
      rest,
      connected: (server) => {
        socket.write(client.accepted);
        if (request.head.length > 0) server.write(request.head);
      },
      refuse: (text) => void socket.end(client.refused(text)),
      fail: (text) => void socket.end(client.failed(text)),
    });
  }

  function onSocks(): void {
    for (;;) {
      const reading = readSocks(stage, held);
      if (reading.kind === "more") return;
      if (reading.kind === "bad") return void socket.end(reading.reply);
      held = held.subarray(reading.used);
      if (reading.kind === "request") {
        settle({ request: { ...reading.request, token }, ...SOCKS }, held);
        return;
      }
      token = reading.token ?? token;
      stage = reading.stage;
      socket.write(reading.reply);
    }
  }

  function onHttp(): void {
    const reading: ProxyReading = readHttpProxyRequest(held);
    if (reading.kind === "more") return;
    if (reading.kind === "bad") return void socket.end(httpAnswer(reading.status, reading.text));
    const { request, rest } = reading;
    settle({ request, ...(request.head.length > 0 ? HTTP : TUNNEL) }, rest);
  }

  function onData(data: Buffer): void {
    held = held.length === 0 ? data : Buffer.concat([held, data]);
    if (held[0] === SOCKS_VERSION || stage !== "greeting") onSocks();
    else onHttp();
  }
  socket.on("data", onData);
}

/** Answers to the command in its protocol. */
interface Protocol {
  readonly accepted: string | Buffer;
  readonly unknown: string | Buffer;
  readonly refused: (text: string) => string | Buffer;
  readonly failed: (text: string) => string | Buffer;
}

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  407: "Proxy Authentication Required",
  502: "Bad Gateway",
};

function httpAnswer(status: number, text: string): string {
  const body = `toolplane: ${text}\n`;
  return [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    ...(status === 407 ? ['Proxy-Authenticate: Basic realm="toolplane"'] : []),
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

const HTTP: Protocol = {
  accepted: "",
  unknown: httpAnswer(407, "These credentials belong to no running command."),
  refused: (text) => httpAnswer(403, text),
  failed: (text) => httpAnswer(502, text),
};
const TUNNEL: Protocol = { ...HTTP, accepted: "HTTP/1.1 200 Connection established\r\n\r\n" };
const SOCKS: Protocol = {
  accepted: socksReply(0),
  unknown: socksReply(2),
  refused: () => socksReply(2),
  failed: () => socksReply(4),
};
