/**
 * Ports of a session's own network that the person can open on this machine. Each is bound to 127.0.0.1, under its own number
 * where that is free. A connection is carried to the session's server and nowhere else.
 */
import { createServer, type Server, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { ToolError } from "@toolplane/contract";

export interface Forwards {
  /** The port on this machine; the same for as long as it is open. Throws a ToolError when it cannot be opened. */
  open(port: number): Promise<number>;
  /** The port on this machine, where it is open. */
  at(port: number): number | undefined;
  /** Closes all but these. */
  keep(ports: readonly number[]): void;
}

const LOOPBACK = "127.0.0.1";
const MAX_FORWARDS = 16;
/** Connections to one of them at the same time. */
const MAX_CONNECTIONS = 128;

interface Forward {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  readonly port: number;
}

/** `connect` reaches a server of the session; null where none listens. */
export function createForwards(connect: (port: number) => Promise<Socket | null>): Forwards {
  const forwards = new Map<number, Promise<Forward>>();
  const opened = new Map<number, Forward>();
  const start = async (port: number): Promise<Forward> => {
    const forward = (await listen(port, port, connect)) ?? (await listen(0, port, connect));
    if (forward === null)
      throw new ToolError("unavailable", `No port of this machine could be opened for ${port}.`);
    if (!forwards.has(port)) {
      end(forward);
      throw new ToolError("cancelled", `Port ${port} was closed again.`);
    }
    opened.set(port, forward);
    return forward;
  };
  return {
    async open(port) {
      const known = forwards.get(port);
      if (known !== undefined) return (await known).port;
      if (forwards.size >= MAX_FORWARDS)
        throw new ToolError("conflict", `At most ${MAX_FORWARDS} ports can be open at a time.`);
      // Noted before it is there, so that two who ask at once get the same one.
      const starting = Promise.resolve().then(() => start(port));
      forwards.set(port, starting);
      try {
        return (await starting).port;
      } catch (error) {
        if (forwards.get(port) === starting) forwards.delete(port);
        throw error;
      }
    },
    at: (port) => opened.get(port)?.port,
    keep(ports) {
      for (const port of [...forwards.keys()].filter((one) => !ports.includes(one))) {
        forwards.delete(port);
        const forward = opened.get(port);
        opened.delete(port);
        if (forward !== undefined) end(forward);
      }
    },
  };
}

/** Null where the number is taken, or is not for this user. */
function listen(
  wanted: number,
  port: number,
  connect: (port: number) => Promise<Socket | null>,
): Promise<Forward | null> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    hold(sockets, socket);
    void connect(port).then(
      (inside) => join(sockets, socket, inside),
      () => socket.destroy(),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen({ host: LOOPBACK, port: wanted, exclusive: true }, () => {
      server.unref();
      const address = server.address();
      const own = typeof address === "object" && address !== null ? address.port : wanted;
      resolve({ server, sockets, port: own });
    });
  });
}

function hold(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on("error", () => socket.destroy());
  socket.once("close", () => sockets.delete(socket));
}

function join(sockets: Set<Socket>, socket: Socket, inside: Socket | null): void {
  if (inside === null) return void socket.destroy();
  hold(sockets, inside);
  if (socket.destroyed) return void inside.destroy();
  pipeline(socket, inside, (error) => error && inside.destroy());
  pipeline(inside, socket, (error) => error && socket.destroy());
}

function end({ server, sockets }: Forward): void {
  server.close();
  for (const socket of sockets) socket.destroy();
}
