/**
 * The way out of a session's network namespace. Commands find nothing there but this relay. It knows by the token in a command's
 * proxy variables whose connection it is. It asks that call's gate for the host, and a person when the gate says so, while the
 * command waits. A connection without a known token is refused.
 *
 * Loopback means two things to a command: its own servers inside, and the person's outside. Outside opens only to what is decided
 * already, never by a question, so that a test that polls its own server nags no person; else it is tried inside.
 *
 * A target that was open when a connection was made may close while it lasts: when the gate says so, each connection is judged
 * again, and cut.
 */
import type { Server, Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import type { NetTarget, ProcessReport } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import type { Egress, EgressAnswer } from "@toolplane/disk/net";
import { isLoopbackAddress, readHost } from "@toolplane/readings";
import { joinUpgrade } from "./join-upgrade.ts";
import { acceptProxyClient, type ProxyClient } from "./proxy-client.ts";
import type { ProxyRequest } from "./proxy-request.ts";

/** A command as the relay knows it. */
interface RelayUser {
  readonly gate: Gate;
  readonly signal: AbortSignal;
  note(host: ProcessReport["hosts"][number]): void;
}

export interface Relay {
  readonly port: number;
  /** Until the returned function is called, connections with this token are the user's. Then they are cut. */
  admit(token: string, user: RelayUser): () => void;
  close(): void;
}

export interface RelayOptions {
  readonly server: Server;
  readonly port: number;
  readonly egress: Egress;
  /** Reaches a server inside the namespace. */
  readonly connectInside: (host: string, port: number) => Promise<Socket | null>;
}

const MAX_CONNECTIONS = 512;

interface Admitted {
  readonly user: RelayUser;
  readonly sockets: Set<Duplex>;
  /** Connections to the outside, by the command's end of each. */
  readonly outside: Map<Duplex, NetTarget>;
  /** Count of times that something may have closed: what was allowed before the last time is asked about again. */
  narrowings: number;
}

/** Serves the listening socket until it is closed. */
export function createRelay(options: RelayOptions): Relay {
  const { server, port } = options;
  const users = new Map<string, Admitted>();
  server.maxConnections = MAX_CONNECTIONS;
  // A command may say all it has to say, close that half, and wait for the answer.
  Object.assign(server, { allowHalfOpen: true });
  server.unref();
  server.on("error", () => {});
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => socket.destroy());
    acceptProxyClient(socket, {
      knows: (token) => users.has(token),
      onRequest: (client) => {
        const admitted = users.get(client.request.token);
        if (admitted === undefined) client.refuse("This command is over.");
        else void serve({ ...options, admitted, client }).catch(() => socket.destroy());
      },
    });
  });
  return {
    port,
    admit(token, user) {
      const sockets = new Set<Duplex>();
      const admitted: Admitted = { user, sockets, outside: new Map(), narrowings: 0 };
      users.set(token, admitted);
      const unheard = user.gate.onNarrow?.(() => cutClosed(admitted));
      return () => {
        unheard?.();
        users.delete(token);
        for (const socket of sockets) socket.destroy();
      };
    },
    close: () => void server.close(),
  };
}

function cutClosed(admitted: Admitted): void {
  admitted.narrowings += 1;
  const { user, outside } = admitted;
  for (const [socket, target] of outside) {
    if (isOpen(user.gate, target)) continue;
    socket.destroy();
    user.note({ host: target.host, port: target.port, allowed: false });
  }
}

/** A target that cannot be judged is closed. */
function isOpen(gate: Gate, target: NetTarget): boolean {
  try {
    return gate.check(target).allowed;
  } catch {
    return false;
  }
}

interface Serving extends RelayOptions {
  readonly admitted: Admitted;
  readonly client: ProxyClient;
}

async function serve(serving: Serving): Promise<void> {
  const { client, admitted } = serving;
  admitted.sockets.add(client.socket);
  client.socket.once("close", () => admitted.sockets.delete(client.socket));
  const host = readHost(client.request.host);
  if (host === null) return client.refuse("That is not a host.");
  const loopback = isLoopback(host);
  const { narrowings } = admitted;
  const answer = await open(serving, { host, mayAsk: !loopback });
  const inside = !answer.ok && loopback ? await insideOf(serving, host) : null;
  if (inside !== null) return join(serving, inside);
  const { port } = client.request;
  const refused = !answer.ok && "decision" in answer;
  if (!(refused && answer.decision.code === "cancelled"))
    admitted.user.note({
      host,
      port,
      allowed: !refused,
      ...(refused ? { reason: answer.decision.reason } : {}),
    });
  if (answer.ok) return joinOutside(serving, { host, narrowings, server: answer.socket });
  if ("decision" in answer)
    return client.refuse(`${host}:${port} is not open to this command: ${answer.decision.reason}`);
  client.fail(answer.unreachable);
}

/** Kept by where it goes to. What closed while it was being opened is not joined. */
function joinOutside(
  serving: Serving,
  {
    host,
    narrowings,
    server,
  }: { readonly host: string; readonly narrowings: number; readonly server: Duplex },
): void {
  const { admitted, client } = serving;
  const { scheme, port, method } = client.request;
  const bare = { capability: "net.fetch", scheme, host, port } as const;
  const target: NetTarget = method === undefined ? bare : { ...bare, method };
  if (narrowings !== admitted.narrowings && !isOpen(admitted.user.gate, target)) {
    server.destroy();
    client.refuse(`${host}:${port} was closed to this command meanwhile.`);
    return;
  }
  admitted.outside.set(client.socket, target);
  client.socket.once("close", () => admitted.outside.delete(client.socket));
  join(serving, server);
}

function open(
  { egress, admitted, client }: Serving,
  { host, mayAsk }: { readonly host: string; readonly mayAsk: boolean },
): Promise<EgressAnswer> {
  const { scheme, port, method }: ProxyRequest = client.request;
  const { gate, signal } = admitted.user;
  const wanted = { scheme, host, port, gate, mayAsk, signal };
  return egress.open(method === undefined ? wanted : { ...wanted, method });
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);
}

async function insideOf({ connectInside, client }: Serving, host: string): Promise<Socket | null> {
  const { port } = client.request;
  const addresses = isLoopbackAddress(host) ? [host] : ["127.0.0.1", "::1"];
  for (const address of addresses) {
    const socket = await connectInside(address, port);
    if (socket !== null) return socket;
  }
  return null;
}

function join({ admitted, client }: Serving, server: Duplex): void {
  const { sockets } = admitted;
  if (client.socket.destroyed || admitted.user.signal.aborted) return void server.destroy();
  sockets.add(server);
  server.once("close", () => sockets.delete(server));
  client.connected(server);
  if (client.request.upgrades) {
    joinUpgrade(client, server);
    return;
  }
  if (client.rest.length > 0) server.write(client.rest);
  pipeline(client.socket, server, (error) => error && server.destroy());
  pipeline(server, client.socket, (error) => error && client.socket.destroy());
}
