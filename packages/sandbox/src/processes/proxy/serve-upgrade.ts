/** A request for another protocol, such as a WebSocket: judged like every other, and joined when the server agreed. */
import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import type { RelayedRequest } from "@toolplane/disk/net";
import { answerFrom, answerInWords, responseOn, writeHead } from "./answer-request.ts";
import { headerPairs, onwardHeaders } from "./relayed-headers.ts";
import { answerFailure, type ReadRequest, targetOf, wayOf } from "./serve-request.ts";

/** Nothing of what the command sent behind its request goes on before the server agreed: it may be a request for another host. */
export async function serveUpgrade(
  read: Omit<ReadRequest, "request"> & {
    readonly request: IncomingMessage;
    readonly socket: Duplex;
  },
): Promise<void> {
  const { request, admitted, options, socket } = read;
  const { user, sockets, outside, upstreams } = admitted;
  const response = responseOn(request, socket);
  const target = targetOf(read);
  const served = target !== null && options.services.some((service) => service.serves(target));
  if (target === null || served)
    return answerInWords(response, { status: 400, text: "That cannot be asked of this host." });
  const over = new AbortController();
  const cut = () => void socket.destroy();
  socket.once("close", () => over.abort());
  try {
    const { side } = await wayOf(read, target);
    if (side === "outside") outside.set(cut, target);
    socket.once("close", () => outside.delete(cut));
    const relayed: RelayedRequest = {
      target,
      url: read.url,
      headers: onwardHeaders(headerPairs(request.rawHeaders)),
      body: null,
      gate: user.gate,
      signal: AbortSignal.any([user.signal, over.signal]),
    };
    const protocol = request.headers.upgrade ?? "";
    const { request: filled } = options.credentials.put(relayed);
    const answer = await upstreams.upgrade(filled, { side, protocol });
    if ("status" in answer) return await answerFrom(response, answer);
    const server = answer.socket;
    sockets.add(server);
    server.once("close", () => sockets.delete(server));
    const agreed = [["connection", "upgrade"] as const, ["upgrade", protocol] as const];
    writeHead(response, 101, [...agreed, ...onwardHeaders(answer.headers)]);
    response.flushHeaders();
    response.detachSocket(response.socket as never);
    pipeline(socket, server, (error) => error && server.destroy());
    pipeline(server, socket, (error) => error && socket.destroy());
  } catch (error) {
    answerFailure(response, { error, target, admitted });
  }
}
