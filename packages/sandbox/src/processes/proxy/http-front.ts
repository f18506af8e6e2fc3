/** The relay as an HTTP proxy: CONNECT asks for a tunnel, a whole URL is a request that is read here. */
import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Admitted } from "./admitted.ts";
import { type AnyRequest, answerInWords, responseOn } from "./answer-request.ts";
import { readProxyToken, readTunnelTarget, readWholeUrl } from "./proxy-target.ts";
import type { RelayOptions } from "./relay-parts.ts";
import { serveRequest } from "./serve-request.ts";
import { serveUpgrade } from "./serve-upgrade.ts";
import { HEAD_BOUNDS, hearHttp, mayUpgrade, speakHttp } from "./speak-http.ts";
import type { TunnelClient } from "./tunnel-client.ts";

export interface HttpFrontOptions {
  readonly options: RelayOptions;
  readonly userOf: (token: string) => Admitted | undefined;
  readonly onTunnel: (client: TunnelClient, token: string) => void;
}

interface Refusal {
  readonly status: number;
  readonly text: string;
}

const NO_TOKEN: Refusal = {
  status: 407,
  text: "This relay serves commands of one session: use the address in HTTP_PROXY as it is, with its credentials.",
};
const NO_TARGET: Refusal = {
  status: 400,
  text: "A proxy takes CONNECT host:port, or a whole http URL.",
};

/** Speaks with one connection. */
export function createHttpFront(front: HttpFrontOptions): (socket: Socket) => void {
  const { options } = front;
  return (socket) => {
    const server = createServer({
      ...HEAD_BOUNDS,
      // The URL says where a request goes; a header that says otherwise is written again.
      requireHostHeader: false,
      shouldUpgradeCallback: mayUpgrade,
    });
    server.on("connect", (request: IncomingMessage, _raw, head: Buffer) =>
      onConnect(front, { request, socket, head }),
    );
    hearHttp(server, {
      async onRequest(request, response) {
        const read = readRequest(front, request);
        if ("status" in read) return answerInWords(response, read);
        keep(read.admitted, socket);
        await serveRequest({ options, ...read, request, response });
      },
      async onUpgrade(request, raw) {
        const read = readRequest(front, request);
        if ("status" in read) return answerInWords(responseOn(request, raw), read);
        keep(read.admitted, socket);
        await serveUpgrade({ options, ...read, request, socket: raw });
      },
      onGarbled() {},
    });
    speakHttp(server, socket);
  };
}

function keep({ sockets }: Admitted, socket: Socket): void {
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
}

function readRequest(
  { userOf }: HttpFrontOptions,
  request: AnyRequest,
): { readonly admitted: Admitted; readonly url: URL } | Refusal {
  const url = readWholeUrl(request.url ?? "");
  const admitted = userOf(readProxyToken(request as IncomingMessage) ?? "");
  if (admitted === undefined) return NO_TOKEN;
  return url === null ? NO_TARGET : { admitted, url };
}

function onConnect(
  { userOf, onTunnel }: HttpFrontOptions,
  given: { readonly request: IncomingMessage; readonly socket: Socket; readonly head: Buffer },
): void {
  const { request, socket, head } = given;
  socket.on("error", () => socket.destroy());
  const refuse = (refusal: Refusal): void => answerInWords(responseOn(request, socket), refusal);
  const token = readProxyToken(request) ?? "";
  const wanted = readTunnelTarget(request.url ?? "");
  if (userOf(token) === undefined) return void refuse(NO_TOKEN);
  if (wanted === null) return void refuse(NO_TARGET);
  socket.setTimeout(0);
  if (head.length > 0) socket.unshift(head);
  onTunnel(
    {
      socket,
      wanted,
      accept: () => void socket.write("HTTP/1.1 200 Connection established\r\n\r\n"),
      refuse: (text) => refuse({ status: 403, text }),
      fail: (text) => refuse({ status: 502, text }),
    },
    token,
  );
}
