/**
 * Loopback servers, a name table and a connector that goes nowhere else: every attempt is written down, and one to anything
 * but a declared server fails here, before a packet is sent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { isToolError, type NetDoor, type NetResponse } from "@toolplane/contract";
import type { Streams } from "@toolplane/contract/ports";
import { TEST_AUTHORITY, TEST_SERVER } from "@toolplane/disk/fixtures";
import { createSystemClock } from "@toolplane/disk/ground";
import type { NetworkOptions } from "@toolplane/disk/inside";
import type { Connector, Resolver } from "@toolplane/disk/net";
import { createEgress, createNetwork, createStreams } from "@toolplane/disk/net";
import { createDoorContext, createScriptedGate, type GateScript } from "@toolplane/testkit";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface LoopbackServer {
  readonly port: number;
  /** `METHOD path` of every request, and its headers. */
  readonly hits: { readonly line: string; readonly headers: IncomingMessage["headers"] }[];
  /** Bodies of the requests, as text. */
  readonly bodies: string[];
  readonly open: () => number;
  close(): Promise<void>;
}

/** Starts a server on loopback. */
export async function listen(
  handle: Handler,
  options: { readonly secure?: boolean; readonly bind?: string } = {},
): Promise<LoopbackServer> {
  const hits: { line: string; headers: IncomingMessage["headers"] }[] = [];
  const bodies: string[] = [];
  const sockets = new Set<Socket>();
  const serve: Handler = (request, response) => {
    hits.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => bodies.push(body));
    response.on("error", () => {});
    handle(request, response);
  };
  const server = options.secure ? createSecureServer(TEST_SERVER, serve) : createServer(serve);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, options.bind ?? "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    bodies,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export interface NetWorldOptions extends Partial<Omit<NetworkOptions, "egress">> {
  /** Answers by name; one list per lookup, the last repeats. A name that is not here does not exist. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Where connections to an address that is not loopback land: a port on 127.0.0.1. */
  readonly lands?: Readonly<Record<string, number>>;
  /** Ports of servers on loopback that may be reached as such. */
  readonly servers?: readonly number[];
  readonly refuse?: GateScript;
}

export interface NetWorld {
  readonly fetch: NetDoor["fetch"];
  readonly stream: Streams["request"];
  readonly gate: ReturnType<typeof createScriptedGate>;
  readonly abort: AbortController;
  readonly connects: string[];
  readonly lookups: string[];
  readonly egress: ReturnType<typeof createEgress>;
}

/** A network door in front of declared servers. */
export function openNetWorld(options: NetWorldOptions): NetWorld {
  const connects: string[] = [];
  const lookups: string[] = [];
  const clock = options.clock ?? createSystemClock();
  const resolver: Resolver = {
    async resolve(host) {
      const seen = lookups.filter((name) => name === host).length;
      lookups.push(host);
      const answers = options.names?.[host] ?? [];
      const answer = answers[seen] ?? answers.at(-1);
      if (answer === undefined) throw new TypeError("ENOTFOUND");
      return answer;
    },
  };
  const connector = createLoopbackConnector(options, connects);
  const egress = createEgress({ resolver, connector, clock });
  const gate = createScriptedGate(options.refuse);
  const abort = new AbortController();
  const parts = { extraCertificates: [TEST_AUTHORITY], ...options, clock, egress };
  const context = createDoorContext({ gate, signal: abort.signal });
  const { fetch } = createNetwork(parts)(context);
  const { request: stream } = createStreams(parts)(context);
  return { fetch, stream, gate, abort, connects, lookups, egress };
}

function createLoopbackConnector(
  { lands = {}, servers = [] }: NetWorldOptions,
  connects: string[],
): Connector {
  return {
    connect: ({ address, port }) =>
      new Promise((resolve, reject) => {
        connects.push(`${address} ${port}`);
        const loopback = ["127.0.0.1", "::1"].includes(address) && servers.includes(port);
        const landing = loopback
          ? { host: address, port }
          : { host: "127.0.0.1", port: lands[address] };
        if (landing.port === undefined)
          return reject(
            Object.assign(new TypeError(`connect ${address}`), { code: "ECONNREFUSED" }),
          );
        const socket = connect({ host: landing.host, port: landing.port });
        socket.once("error", reject);
        socket.once("connect", () => resolve(socket));
      }),
  };
}

/** What a test compares of a response. */
export function show({ status, url, body, truncated }: NetResponse): object {
  return { status, url, body: new TextDecoder().decode(body), truncated };
}

/** The code and message of what a fetch threw, or the status it gave. */
export async function outcome(work: Promise<NetResponse>): Promise<string> {
  try {
    const { status, truncated } = await work;
    return truncated ? `${status} truncated` : String(status);
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
}
