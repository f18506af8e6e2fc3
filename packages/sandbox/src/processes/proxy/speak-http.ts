/** Connections of a command, spoken HTTP on by a server of Node's: their bounds, and what becomes of each message. */
import { type Server as HttpServer, IncomingMessage } from "node:http";
import type { Http2SecureServer, ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type AnyRequest, type AnyResponse, answerInWords, responseOn } from "./answer-request.ts";

export interface HttpTalk {
  onRequest(request: AnyRequest, response: AnyResponse): Promise<void>;
  onUpgrade(request: IncomingMessage, socket: Duplex): Promise<void>;
  /** It sent what no parser takes. */
  onGarbled(): void;
}

/** Bounds of a head, for servers of both versions. */
export const HEAD_BOUNDS = {
  maxHeaderSize: 65_536,
  keepAliveTimeout: 60_000,
  highWaterMark: 16_384,
} as const;
const MAX_HEADERS = 256;
/** A connection without a request under way is cut off after this. */
const IDLE_MS = 120_000;

/** A request whose next protocol the server may be asked for. A body would have to be sent before it agrees. */
export function mayUpgrade({ headers }: IncomingMessage): boolean {
  const hasBody =
    headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return !hasBody && !/^h2c?\b/i.test(headers.upgrade ?? "h2c");
}

export type HttpSpeaker = HttpServer | Http2SecureServer;

/** Speaks with one connection by a server that hears already. */
export function speakHttp(server: HttpSpeaker, socket: Socket): void {
  server.emit("connection", socket);
  socket.resume();
}

/** Has a server hear: once, before its first connection. */
export function hearHttp(server: HttpSpeaker, talk: HttpTalk): void {
  /** Requests under way, by connection. */
  const open = new WeakMap<object, number>();
  const begin = (connection: object): void =>
    void open.set(connection, (open.get(connection) ?? 0) + 1);
  const serve = (request: AnyRequest, response: AnyResponse): void => {
    const connection = connectionOf(request);
    begin(connection);
    response.once("close", () => {
      open.set(connection, (open.get(connection) ?? 1) - 1);
    });
    request.on("error", () => {});
    response.on("error", () => {});
    talk.onRequest(request, response).catch(() => response.destroy());
  };
  const onUpgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    begin(raw);
    raw.on("error", () => raw.destroy());
    if (!mayUpgrade(request)) {
      const text = "That protocol cannot be asked for here.";
      answerInWords(responseOn(request, raw), { status: 400, text });
      return;
    }
    if (head.length > 0) raw.unshift(head);
    talk.onUpgrade(request, raw).catch(() => raw.destroy());
  };
  // Both kinds of server have these events, and types of their own for each.
  const events = server as HttpServer;
  Object.assign(server, { httpAllowHalfOpen: true, maxHeadersCount: MAX_HEADERS });
  events.setTimeout(IDLE_MS, (idle) => void ((open.get(idle) ?? 0) === 0 && idle.destroy()));
  // The body is asked for once the request is on its way, so that what is refused is never sent.
  events.on("request", serve).on("checkContinue", serve).on("checkExpectation", serve);
  events.on("upgrade", onUpgrade);
  events.on("clientError", (error: NodeJS.ErrnoException, raw) => {
    // A connection that merely broke said nothing wrong.
    if (error.code?.startsWith("HPE_")) talk.onGarbled();
    if (!raw.writable || raw.destroyed) return void raw.destroy();
    raw.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
}

/** The connection as its server names it when it has been idle: a session of HTTP/2, or a socket. */
export function connectionOf(request: AnyRequest): Socket | ServerHttp2Session {
  if (request instanceof IncomingMessage) return request.socket;
  return (request.stream.session as ServerHttp2Session | undefined) ?? request.socket;
}
