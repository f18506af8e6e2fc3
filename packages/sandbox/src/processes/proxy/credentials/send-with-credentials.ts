/** Sends a request with the values of its credentials in it. They are taken out of the answer again, should the server repeat them. */
import { pipeline } from "node:stream";
import type { RelayedRequest, RelayedResponse } from "@toolplane/disk/net";
import { scanBytes } from "./scan-bytes.ts";
import { misplaced, type SessionCredentials } from "./session-credentials.ts";

type Send = (request: RelayedRequest) => Promise<RelayedResponse>;

export async function sendWithCredentials(
  credentials: SessionCredentials,
  wanted: RelayedRequest,
  send: Send,
): Promise<RelayedResponse> {
  const { request, values } = credentials.put(wanted);
  const watched = { ...request, body: watchBody(credentials, request) };
  if (values.length === 0) return send(watched);
  // A compressed answer could not be looked at.
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== "accept-encoding");
  const answer = await send({ ...watched, headers: [...headers, ["accept-encoding", "identity"]] });
  const masks = (text: string) =>
    values.reduce((masked, value) => masked.replaceAll(value, "*".repeat(value.length)), text);
  const body = scanBytes(values, (found) => Buffer.alloc(found.length, "*"));
  pipeline(answer.body, body, () => {});
  return {
    ...answer,
    headers: answer.headers.map(([name, text]) => [name, masks(text)] as const),
    body,
  };
}

/** A placeholder in a body breaks the request off. */
function watchBody(
  { placeholders }: SessionCredentials,
  { body, target }: RelayedRequest,
): RelayedRequest["body"] {
  const names = Object.entries(placeholders);
  if (body === null || names.length === 0) return body;
  const watched = scanBytes(Object.values(placeholders), (found) => {
    const [name = ""] = names.find(([, text]) => text === found.toString("latin1")) ?? [];
    throw misplaced({ name }, target);
  });
  pipeline(body, watched, () => {});
  return watched;
}
