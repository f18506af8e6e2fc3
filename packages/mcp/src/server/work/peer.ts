/**
 * The client, as one running piece of work sees it. The request that it works for may change while it runs: where the client
 * answers by sending the request again, the later one carries the log and says what the client can do.
 */
import {
  type ClientMethod,
  type ClientRequest,
  type ClientService,
  type JsonObject,
  ToolError,
} from "@toolplane/contract";
import type { Put } from "./hold-work.ts";
import type { Exchange } from "./read-exchange.ts";

export interface Peer {
  /** The asking server, in words for below a form of its own. */
  readonly who: string;
  /** The way to it; null where there is none. */
  put: Put | null;
  exchange: Exchange;
  /** Capabilities that were wanted and that the client does not have. */
  missing: JsonObject | null;
}

/** Bytes that the params of one request may hold. */
const MAX_PARAMS = 256 * 1_024;

const CAPABILITIES: Readonly<Record<ClientMethod, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Makes the service that the tools of a session are given. */
export function createClientService(peers: ReadonlyMap<string, Peer>): ClientService {
  return {
    answers: (callId, method) => peers.get(callId)?.exchange.answers(method) ?? false,
    async request(callId, requests, signal) {
      const peer = peers.get(callId);
      if (!peer) throw new ToolError("unavailable", "No client waits for this call.");
      return askPeer(peer, requests, signal);
    },
    log: (callId, level, data, source) => peers.get(callId)?.exchange.log(level, data, source),
  };
}

/** Puts requests to a client, once it is known that it answers all of them. */
export async function askPeer(
  peer: Peer,
  requests: Readonly<Record<string, ClientRequest>>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, JsonObject>>> {
  const { put, exchange } = peer;
  const methods = Object.values(requests).map(({ method }) => method);
  const lacking = methods.filter((method) => !exchange.answers(method));
  if (lacking.length > 0 || put === null) {
    peer.missing = Object.fromEntries(
      lacking.map((method) => [CAPABILITIES[method] ?? method, {}]),
    );
    throw new ToolError("unavailable", `The client does not answer ${lacking.join(", ")}.`);
  }
  const { replies } = await put(signRequests(requests, peer.who), signal);
  return replies as Readonly<Record<string, JsonObject>>;
}

/** The requests as the client is put them. Throws a ToolError where one is too much. */
export function signRequests(
  requests: Readonly<Record<string, ClientRequest>>,
  who: string,
): Readonly<Record<string, ClientRequest>> {
  const signed = Object.entries(requests).map(([name, one]) => [name, sign(one, who)]);
  return Object.fromEntries(signed);
}

/** Names the server below a form of a tool's own: it could not be distinguished from ours otherwise. */
function sign({ method, params = {} }: ClientRequest, who: string): ClientRequest {
  if (JSON.stringify(params).length > MAX_PARAMS)
    throw new ToolError("too_large", `The params of ${method} hold more than ${MAX_PARAMS} bytes.`);
  if (method !== "elicitation/create") return { method, params };
  const message = typeof params.message === "string" ? params.message : "";
  return { method, params: { ...params, message: `${message}\n\n(${who})` } };
}
