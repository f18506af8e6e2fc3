/**
 * Serves both revisions behind one address, from web-standard request to response. A request that claims 2026-07-28 is
 * complete by itself; anything else belongs to a session. Whether a client may send a request at all was decided before
 * it came here.
 */
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import type { McpFace } from "../create-mcp-server.ts";
import { clientName } from "../work/client-name.ts";
import type { EndpointBounds } from "./endpoint-bounds.ts";
import { createHttpSessions } from "./http-sessions.ts";

/** Facts about a request beside itself. */
export interface GivenRequest {
  /** Its JSON, parsed; undefined for one without a body. */
  readonly body: unknown;
  /** Where it came from, as far as the network says: clients of different machines share nothing. */
  readonly sender?: string;
}

export interface McpEndpoint {
  /**
   * The request's signal is to fire when the exchange is over, however it ended: that is how a session knows that it is
   * unused. Never rejects for what a client sent.
   */
  handle(request: Request, given: GivenRequest): Promise<Response>;
  /** Ends every session and every stream. */
  close(): Promise<void>;
}

export function createMcpEndpoint(face: McpFace, bounds: EndpointBounds): McpEndpoint {
  const keys = new WeakMap<Request, string>();
  const { onError } = bounds;
  const sessions = createHttpSessions(face, bounds);
  const mismatched = new WeakSet<Request>();
  const modern = createMcpHandler(
    ({ requestInfo }) =>
      face.exchange((requestInfo && keys.get(requestInfo)) ?? "", () => {
        if (requestInfo) mismatched.add(requestInfo);
      }),
    {
      legacy: "reject",
      maxRequestBodySize: bounds.maxBodyBytes,
      maxSubscriptions: bounds.maxSessions,
      ...(onError ? { onerror: onError } : {}),
    },
  );
  const stop = face.onChange((change) => {
    if (typeof change === "object") modern.notify.resourceUpdated(change.uri);
    else if (change === "tools") modern.notify.toolsChanged();
    else if (change === "prompts") modern.notify.promptsChanged();
    else modern.notify.resourcesChanged();
  });
  return {
    async handle(request, { body, sender = "" }) {
      if (request.headers.has("mcp-session-id") || (await isLegacyRequest(request, body)))
        return sessions.handle(request, body);
      keys.set(request, clientKey(request, { body, sender }));
      const response = await modern.fetch(request, { parsedBody: body });
      if (mismatched.has(request))
        return new Response(response.body, { headers: response.headers, status: 400 });
      return withStatus(body, response);
    },
    async close() {
      stop();
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

/**
 * Identifies the sender of a request of 2026-07-28, as far as possible. All of them presented the token; this only
 * keeps them apart, so a client may name more and never less: `?session=…` in the address it was given makes one
 * window's session its own.
 */
function clientKey({ url }: Request, { body, sender }: Required<GivenRequest>): string {
  const info = member(member(member(body, "params"), "_meta"), CLIENT_INFO_META_KEY);
  const session = new URL(url).searchParams.get("session") ?? "";
  return JSON.stringify([clientName(info), session.slice(0, MAX_SESSION_CHARS), sender]);
}

/** Methods of this server in 2026-07-28. */
const METHODS: readonly unknown[] = [
  "server/discover",
  "tools/list",
  "tools/call",
  "subscriptions/listen",
];

/** A method that is not there is a page that is not there: 404, where the handler below would say 200. */
async function withStatus(body: unknown, response: Response): Promise<Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  if (METHODS.includes(member(body, "method")) || response.status !== 200 || !isJson)
    return response;
  const text = await response.text();
  const { headers } = response;
  const code = member(member(JSON.parse(text), "error"), "code");
  return new Response(text, { headers, status: code === METHOD_NOT_FOUND ? 404 : 200 });
}

const METHOD_NOT_FOUND = -32_601;
const MAX_SESSION_CHARS = 200;

/**
 * True for a body that makes the server work: a call, say. False for what must get through however much is being worked on,
 * because that may be waiting for it: an answer to a question, a cancellation. A stream for news works on nothing either.
 */
export function isWork(body: unknown): boolean {
  const method = member(body, "method");
  if (Array.isArray(body)) return body.some(isWork);
  return (
    method !== undefined && method !== "subscriptions/listen" && member(body, "id") !== undefined
  );
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
