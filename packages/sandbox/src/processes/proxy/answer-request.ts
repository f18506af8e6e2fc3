/** Answers to a command's request: one of ours in a sentence, or a server's as it comes. */
import { type IncomingMessage, ServerResponse } from "node:http";
import { type Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HeaderPairs, RelayedResponse } from "@toolplane/disk/net";
import { headerRecord, onwardHeaders } from "./relayed-headers.ts";

export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** Says why nothing came of it. The connection ends with it where that is all it can carry: a body may be under way. */
export function answerInWords(
  response: AnyResponse,
  { status, text }: { readonly status: number; readonly text: string },
): void {
  if (response.headersSent) return void response.destroy();
  const body = `toolplane: ${text}\n`;
  writeHead(response, status, [
    ...(status === 407 ? ([["proxy-authenticate", 'Basic realm="toolplane"']] as const) : []),
    ["content-type", "text/plain; charset=utf-8"],
    ["content-length", String(Buffer.byteLength(body))],
    ...(response instanceof Http2ServerResponse ? [] : ([["connection", "close"]] as const)),
  ]);
  response.end(body);
}

/** Hands a server's answer on while it comes, as fast as the command takes it. */
export async function answerFrom(response: AnyResponse, from: RelayedResponse): Promise<void> {
  writeHead(response, from.status, onwardHeaders(from.headers));
  // An answer that comes in pieces, such as events, begins at once.
  if (response instanceof ServerResponse) response.flushHeaders();
  await pipeline(from.body, response, { end: false });
  const trailers = from.trailers?.() ?? [];
  if (trailers.length > 0) response.addTrailers(headerRecord(trailers) as Record<string, string>);
  response.end();
}

/** A response on a connection that Node handed over, as it does for CONNECT and upgrades. It ends with the response. */
export function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once("finish", () => socket.end());
  return response;
}

export function writeHead(response: AnyResponse, status: number, headers: HeaderPairs): void {
  if (response instanceof Http2ServerResponse) response.writeHead(status, headerRecord(headers));
  else {
    response.sendDate = false;
    response.writeHead(status, headers.flat());
  }
}
