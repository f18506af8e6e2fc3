/**
 * Ends a tunnel here: what the command sends in it is read, request by request. TLS is answered with a certificate of the session's
 * authority for the host that the tunnel was asked for, and every request must be for that host.
 */
import { createServer } from "node:http";
import { createSecureServer, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { errorCode } from "@toolplane/readings";
import type { Admitted } from "./admitted.ts";
import { type AnyRequest, answerInWords, responseOn } from "./answer-request.ts";
import type { RelayOptions, Wanted } from "./relay-parts.ts";
import { headerPairs } from "./relayed-headers.ts";
import { serveRequest } from "./serve-request.ts";
import { serveUpgrade } from "./serve-upgrade.ts";
import {
  connectionOf,
  HEAD_BOUNDS,
  type HttpSpeaker,
  type HttpTalk,
  hearHttp,
  mayUpgrade,
  speakHttp,
} from "./speak-http.ts";
import type { TunnelClient } from "./tunnel-client.ts";

export interface EndedTunnel {
  readonly options: RelayOptions;
  readonly admitted: Admitted;
  readonly client: TunnelClient;
  readonly wanted: Wanted;
}

const FIRST_BYTES_MS = 30_000;
const TLS_HANDSHAKE = 22;
const MAX_STREAMS = 100;
/** A command that goes to more places has a server made for each tunnel. */
const MAX_SERVERS = 64;

export async function endTunnel(ended: EndedTunnel): Promise<void> {
  const { client } = ended;
  const { socket } = client;
  client.accept();
  const first = await firstByte(socket);
  if (first === null) return void socket.destroy();
  const scheme = first === TLS_HANDSHAKE ? "https" : "http";
  speakHttp(await serverFor(ended, scheme), socket);
}

/**
 * One server for all tunnels of a command to one place: to make one of TLS, with its certificate and key, costs more than a request does.
 */
async function serverFor(ended: EndedTunnel, scheme: "http" | "https"): Promise<HttpSpeaker> {
  const { servers } = ended.admitted;
  const key = `${scheme} ${ended.wanted.host} ${ended.wanted.port}`;
  const known = servers.get(key);
  if (known !== undefined) return known;
  const made = scheme === "https" ? secureServer(ended) : Promise.resolve(plainServer());
  const hearing = made.then((server) => {
    hearHttp(server, talkOf(ended, scheme));
    return server;
  });
  if (servers.size < MAX_SERVERS) servers.set(key, hearing);
  hearing.catch(() => servers.delete(key));
  return hearing;
}

function plainServer(): HttpSpeaker {
  return createServer({ ...HEAD_BOUNDS, shouldUpgradeCallback: mayUpgrade });
}

async function secureServer(ended: EndedTunnel): Promise<HttpSpeaker> {
  const leaf = await (await ended.options.authority()).leafFor(ended.wanted.host);
  const server = createSecureServer({
    ...leaf,
    allowHTTP1: true,
    handshakeTimeout: FIRST_BYTES_MS,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: HEAD_BOUNDS.maxHeaderSize },
    http1Options: { ...HEAD_BOUNDS, shouldUpgradeCallback: mayUpgrade },
  } as Parameters<typeof createSecureServer>[0]);
  server.on("secureConnection", (secure: TLSSocket) => {
    secure.on("error", (error) => noteMistrust(ended, error));
  });
  server.on("tlsClientError", (error) => noteMistrust(ended, error));
  server.on("sessionError", (_error, session: ServerHttp2Session) => session.destroy());
  return server;
}

function talkOf({ options, admitted, wanted }: EndedTunnel, scheme: string): HttpTalk {
  const urlOf = (request: AnyRequest) =>
    readUrl(request, { ...wanted, scheme }, announcedBy(request));
  const garbled = "what was sent is no HTTP request.";
  const misled = "a request in it is for another host than the connection.";
  const note = (reason: string) =>
    admitted.user.note({ host: wanted.host, port: wanted.port, allowed: false, reason });
  const refusal = { status: 421, text: `${wanted.host}:${wanted.port} is not open: ${misled}` };
  return {
    async onRequest(request, response) {
      const url = urlOf(request);
      if (url !== null) return serveRequest({ options, admitted, url, request, response });
      note(misled);
      answerInWords(response, refusal);
    },
    async onUpgrade(request, socket) {
      const url = urlOf(request);
      if (url !== null) return serveUpgrade({ options, admitted, url, request, socket });
      note(misled);
      answerInWords(responseOn(request, socket), refusal);
    },
    onGarbled: () => note(garbled),
  };
}

/** The name that the client asked for in its handshake; null for none. */
function announcedBy(request: AnyRequest): string | null {
  const connection = connectionOf(request);
  const socket = "socket" in connection ? connection.socket : connection;
  const { servername } = socket as Partial<TLSSocket>;
  return typeof servername === "string" ? servername : null;
}

/** The URL of a request in a tunnel; null where anything in it names another host than the tunnel's. */
function readUrl(request: AnyRequest, wanted: Wanted, announced: string | null): URL | null {
  const host = wanted.host.includes(":") ? `[${wanted.host}]` : wanted.host;
  const base = URL.parse(`${wanted.scheme}://${host}:${wanted.port}`);
  const target = request.url ?? "";
  if (base === null || (announced !== null && announced.toLowerCase() !== wanted.host)) return null;
  const named = headerPairs(request.rawHeaders)
    .filter(([name]) => [":authority", "host"].includes(name.toLowerCase()))
    .map(([, value]) => value);
  const isHttp2 = request.httpVersionMajor === 2;
  if (named.length > (isHttp2 ? 2 : 1)) return null;
  if (named.some((authority) => authorityOf(wanted.scheme, authority) !== base.host)) return null;
  if (target.startsWith("/")) return URL.parse(`${base.origin}${target}`);
  const whole = URL.parse(target);
  const isOwn = whole?.origin === base.origin && whole.username === "" && whole.password === "";
  return isOwn && !isHttp2 ? whole : null;
}

function authorityOf(scheme: string, text: string): string | null {
  if (!/^[^\s/?#@\\]+$/.test(text)) return null;
  return URL.parse(`${scheme}://${text}`)?.host ?? null;
}

/** Errors by which a client says that it does not take our certificate. */
const MISTRUST = /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNSUPPORTED_CERTIFICATE)/;

function noteMistrust({ admitted, wanted }: EndedTunnel, error: unknown): void {
  if (!MISTRUST.test(errorCode(error) ?? "")) return;
  const { host, port } = wanted;
  const reason = `the program does not take the certificate by which its requests are read. "tunnel": ["${host}"] in your own configuration leaves this host unread.`;
  admitted.user.note({ host, port, allowed: false, reason });
}

/** Looks at the first byte and leaves it where it is; null when nothing comes. */
function firstByte(socket: Socket): Promise<number | null> {
  return new Promise((resolve) => {
    const settle = (data: Buffer | null): void => {
      socket.off("data", settle).off("close", onEnd).off("end", onEnd);
      socket.setTimeout(0).off("timeout", onEnd);
      socket.pause();
      if (data !== null) socket.unshift(data);
      resolve(data?.[0] ?? null);
    };
    const onEnd = (): void => settle(null);
    socket.once("close", onEnd).once("end", onEnd).once("timeout", onEnd);
    socket.setTimeout(FIRST_BYTES_MS).on("data", settle);
    // A client that came by SOCKS is paused until it is known where it goes.
    socket.resume();
  });
}
