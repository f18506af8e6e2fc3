/** Writes answers: a refusal of ours, or a web-standard response of the protocol's. */
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Refusal } from "./check-request.ts";

const SAFE: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
const JSON_RPC_REFUSED = -32_000;

/** Turns a request away, in words and in the protocol's own form. */
export function writeRefusal(
  response: ServerResponse,
  { status, message, headers = {} }: Refusal,
  code: number = JSON_RPC_REFUSED,
): void {
  if (response.headersSent) return;
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
  response.writeHead(status, { ...SAFE, "content-type": "application/json", ...headers }).end(body);
}

/** Writes a response; one that streams is written as it comes, and given up when the client is gone. */
export async function writeResponse(response: ServerResponse, answer: Response): Promise<void> {
  const headers: Record<string, string> = { ...SAFE };
  for (const [name, value] of answer.headers) headers[name] = value;
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (answer.body === null || !isStream) {
    response.writeHead(answer.status, headers).end(answer.body === null ? "" : await answer.text());
    return;
  }
  response.writeHead(answer.status, headers);
  response.flushHeaders();
  // A client that leaves in the middle is no error.
  await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => {});
}
