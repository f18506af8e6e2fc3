/** A server of a case: on loopback, with answers from a table, and a memory of who came. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Json, JsonObject } from "@toolplane/contract";
import { gzipOfRepeated } from "./gzip-of-repeated.ts";

interface Route {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly json?: Json;
  readonly gzipOf?: { readonly fill: string; readonly bytes: number };
  readonly stream?: string;
  /** -1: without end. */
  readonly bytes?: number;
  readonly dripBytes?: number;
  readonly everyMs?: number;
  readonly endlessHeaders?: boolean;
}

export interface Hit {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface LoopbackServer {
  readonly port: number;
  /** Connections, whether or not a request was read from them. */
  readonly connections: () => number;
  readonly hits: () => readonly Hit[];
  setRoutes(routes: JsonObject): void;
  /** Answers every request itself, instead of routes. */
  setHandler(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Listens; answers 404 until it has routes. */
export async function startServer(bind: string): Promise<LoopbackServer> {
  const hits: Hit[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let routes: Readonly<Record<string, Route>> = {};
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    hits.push({ path, headers: request.headers });
    if (handler) return handler(request, response);
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    answer(request, response, route ?? { status: 404, body: "not found" });
  });
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, bind, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    hits: () => hits,
    setRoutes(given) {
      routes = given as Readonly<Record<string, Route>>;
    },
    setHandler(given) {
      handler = given;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, route: Route): void {
  response.on("error", () => response.destroy());
  const status = route.status ?? 200;
  if (route.endlessHeaders) {
    sendEndlessHeaders(request.socket, status);
    return;
  }
  response.writeHead(status, route.headers ?? {});
  if (route.gzipOf) sendPieces(response, gzipOfRepeated(route.gzipOf));
  else if (route.stream !== undefined)
    sendPieces(response, repeated(route.stream, route.bytes ?? -1));
  else if (route.dripBytes !== undefined) drip(response, route, route.dripBytes);
  else if (route.json !== undefined) response.end(JSON.stringify(route.json));
  else response.end(route.body ?? "");
}

function* repeated(text: string, bytes: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(65_536, text);
  let left = bytes < 0 ? Number.POSITIVE_INFINITY : bytes;
  while (left > 0) {
    yield left < piece.length ? piece.subarray(0, left) : piece;
    left -= piece.length;
  }
}

/** Writes no faster than it is read. */
function sendPieces(response: ServerResponse, pieces: Iterator<Uint8Array>): void {
  const go = (): void => {
    while (!response.destroyed) {
      const { done, value } = pieces.next();
      if (done) {
        response.end();
        return;
      }
      if (!response.write(value)) {
        response.once("drain", go);
        return;
      }
    }
  };
  go();
}

function drip(response: ServerResponse, route: Route, piece: number): void {
  let left = route.bytes === undefined || route.bytes < 0 ? Number.POSITIVE_INFINITY : route.bytes;
  const timer = setInterval(() => {
    if (left <= 0) {
      clearInterval(timer);
      response.end();
      return;
    }
    response.write("A".repeat(Math.min(piece, left)));
    left -= piece;
  }, route.everyMs ?? 100);
  response.on("close", () => clearInterval(timer));
}

function sendEndlessHeaders(socket: Socket, status: number): void {
  socket.write(`HTTP/1.1 ${status} OK\r\n`);
  const line = `x-h: ${"a".repeat(1000)}\r\n`;
  const go = (): void => {
    while (!socket.destroyed && socket.write(line));
    if (!socket.destroyed) socket.once("drain", go);
  };
  go();
}
