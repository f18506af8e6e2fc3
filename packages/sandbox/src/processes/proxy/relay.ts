/**
 * The way out of a session's network namespace. Commands find nothing there but this relay. It knows by the token in a command's
 * proxy variables whose connection it is. It asks that call's gate for the host, and a person when the gate says so, while the
 * command waits. A connection without a known token is refused.
 *
 * Plain requests are read one by one, and so is what is sent to a host that a service of ours stands for or that a rule about methods
 * covers: its TLS ends here. Everything else is a tunnel, of which only the host is known.
 *
 * A target that was open when a connection was made may close while it lasts: when the gate says so, each connection is judged
 * again, and cut.
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContext } from "node:tls";
import { trustLikeSystem } from "@toolplane/disk/net";
import type { Admitted } from "./admitted.ts";
import { createHttpFront } from "./http-front.ts";
import { isOpen, isVouchedFor } from "./judge-request.ts";
import type { RelayOptions, RelayUser } from "./relay-parts.ts";
import { serveTunnel } from "./serve-tunnel.ts";
import { acceptSocksClient } from "./socks-client.ts";
import { SOCKS_VERSION } from "./socks-request.ts";
import type { TunnelClient } from "./tunnel-client.ts";
import { createUpstreams } from "./upstreams.ts";

export interface Relay {
  readonly port: number;
  /** Until the returned function is called, connections with this token are the user's. Then they are cut. */
  admit(token: string, user: RelayUser): () => void;
  close(): void;
}

const MAX_CONNECTIONS = 512;
/** A client that connects and says nothing is cut off after this. */
const IDLE_MS = 30_000;

/** Serves the listening socket until it is closed. */
export function createRelay(options: RelayOptions): Relay {
  const { server, port } = options;
  const users = new Map<string, Admitted>();
  let trusted: SecureContext | null = null;
  const trust = (): SecureContext => {
    trusted ??= trustLikeSystem(options.extraCertificates ?? []);
    return trusted;
  };
  const onTunnel = (client: TunnelClient, token: string): void => {
    const admitted = users.get(token);
    if (admitted === undefined) return void client.refuse("This command is over.");
    serveTunnel({ options, admitted, client }).catch(() => client.socket.destroy());
  };
  const front = createHttpFront({ options, userOf: (token) => users.get(token), onTunnel });
  server.maxConnections = MAX_CONNECTIONS;
  // A command may say all it has to say, close that half, and wait for the answer.
  Object.assign(server, { allowHalfOpen: true });
  server.unref();
  server.on("error", () => {});
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => socket.destroy());
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.once("data", (first: Buffer) => {
      socket.pause().setTimeout(0);
      socket.removeAllListeners("timeout");
      socket.unshift(first);
      if (first[0] !== SOCKS_VERSION) return front(socket);
      acceptSocksClient(socket, (token) => users.has(token), onTunnel);
    });
  });
  return {
    port,
    admit(token, user) {
      const upstreams = createUpstreams({ ...options, trust }, user);
      const sockets = new Set<Duplex>();
      const admitted: Admitted = {
        user,
        sockets,
        upstreams,
        servers: new Map(),
        outside: new Map(),
        served: new Map(),
        narrowings: 0,
      };
      users.set(token, admitted);
      const unheard = user.gate.onNarrow?.(() => cutClosed(admitted));
      return () => {
        unheard?.();
        users.delete(token);
        for (const socket of sockets) socket.destroy();
        upstreams.close();
      };
    },
    close: () => void server.close(),
  };
}

function cutClosed(admitted: Admitted): void {
  admitted.narrowings += 1;
  const { user, outside, served } = admitted;
  for (const [cut, target] of [...outside, ...served]) {
    if (served.has(cut) ? isVouchedFor(user.gate, target) : isOpen(user.gate, target)) continue;
    cut();
    user.note({ host: target.host, port: target.port, allowed: false });
  }
}
