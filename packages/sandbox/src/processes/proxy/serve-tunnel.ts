/**
 * Serves one tunnel: joined to its host when the gate opens it, or ended here where its requests must be read.
 *
 * Loopback is tried inside first, where the session's own servers are. That is never ended: nothing of it leaves.
 */
import { type Duplex, pipeline } from "node:stream";
import type { NetTarget } from "@toolplane/contract";
import { isLoopbackHost, readHost } from "@toolplane/readings";
import type { Admitted } from "./admitted.ts";
import { endTunnel } from "./end-tunnel.ts";
import { isOpen } from "./judge-request.ts";
import type { RelayOptions, Wanted } from "./relay-parts.ts";
import type { TunnelClient } from "./tunnel-client.ts";

export interface Tunnel {
  readonly options: RelayOptions;
  readonly admitted: Admitted;
  readonly client: TunnelClient;
}

export async function serveTunnel(tunnel: Tunnel): Promise<void> {
  const { client, admitted, options } = tunnel;
  const { socket } = client;
  admitted.sockets.add(socket);
  socket.once("close", () => admitted.sockets.delete(socket));
  const host = readHost(client.wanted.host);
  if (host === null) return client.refuse("That is not a host.");
  const { scheme, port } = client.wanted;
  const wanted = { scheme, host, port };
  if (endsHere(tunnel, wanted)) return endTunnel({ options, admitted, client, wanted });
  const { gate, signal } = admitted.user;
  const loopback = isLoopbackHost(host);
  const inside = loopback ? await options.connectInside(host, port) : null;
  if (inside !== null) return join(tunnel, inside);
  const { narrowings } = admitted;
  const answer = await options.egress.open({ ...wanted, gate, mayAsk: !loopback, signal });
  const refused = !answer.ok && "decision" in answer;
  if (!(refused && answer.decision.code === "cancelled"))
    admitted.user.note({
      host,
      port,
      allowed: !refused,
      ...(refused ? { reason: answer.decision.reason } : {}),
    });
  if (answer.ok) return joinOutside(tunnel, { wanted, narrowings, server: answer.socket });
  if ("decision" in answer)
    return client.refuse(`${host}:${port} is not open to this command: ${answer.decision.reason}`);
  client.fail(answer.unreachable);
}

/** True for a connection that is read, and then judged request by request. */
function endsHere({ options, admitted }: Tunnel, wanted: Wanted): boolean {
  if (options.tunnels.includes(wanted.host)) return false;
  if (options.services.some((service) => service.serves(wanted))) return true;
  if (isLoopbackHost(wanted.host)) return false;
  if (options.credentials.isFor(wanted)) return true;
  return admitted.user.gate.needsRequests?.({ capability: "net.fetch", ...wanted }) ?? false;
}

/** Kept by where it goes to. What closed while it was being opened is not joined. */
function joinOutside(
  tunnel: Tunnel,
  given: { readonly wanted: Wanted; readonly narrowings: number; readonly server: Duplex },
): void {
  const { admitted, client } = tunnel;
  const { wanted, narrowings, server } = given;
  const target: NetTarget = { capability: "net.fetch", ...wanted };
  if (narrowings !== admitted.narrowings && !isOpen(admitted.user.gate, target)) {
    server.destroy();
    client.refuse(`${wanted.host}:${wanted.port} was closed to this command meanwhile.`);
    return;
  }
  const cut = () => void client.socket.destroy();
  admitted.outside.set(cut, target);
  client.socket.once("close", () => admitted.outside.delete(cut));
  join(tunnel, server);
}

function join({ admitted, client }: Tunnel, server: Duplex): void {
  const { sockets } = admitted;
  const { socket } = client;
  if (socket.destroyed || admitted.user.signal.aborted) return void server.destroy();
  sockets.add(server);
  server.once("close", () => sockets.delete(server));
  client.accept();
  pipeline(socket, server, (error) => error && server.destroy());
  pipeline(server, socket, (error) => error && socket.destroy());
}
