/** One connection of a command, spoken HTTP on by a server of Node's: its bounds, and what becomes of each message. */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Http2SecureServer } from "node:http2";
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

export function speakHttp(
  server: HttpServer | Http2SecureServer,
  socket: Socket,
  talk: HttpTalk,
): void {
  let open = 0;
  const serve = (request: AnyRequest, response: AnyResponse): void => {
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    request.on("error", () => {});
    response.on("error", () => {});
    talk.onRequest(request, response).catch(() => response.destroy());
  };
  const onUpgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    open += 1;
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
  events.setTimeout(IDLE_MS, (idle) => void (open === 0 && idle.destroy()));
  // The body is asked for once the request is on its way, so that what is refused is never sent.
  events.on("request", serve).on("checkContinue", serve).on("checkExpectation", serve);
  events.on("upgrade", onUpgrade);
  events.on("clientError", (error: NodeJS.ErrnoException, raw) => {
    // A connection that merely broke said nothing wrong.
    if (error.code?.startsWith("HPE_")) talk.onGarbled();
    if (!raw.writable || raw.destroyed) return void raw.destroy();
    raw.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  server.emit("connection", socket);
  socket.resume();
}
