/**
 * Both revisions behind one address, from web-standard request to response. A request that claims 2026-07-28 stands for
 * itself; anything else belongs to a session. Who may send a request at all was decided before it came here.
 */
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import type { McpFace } from "./create-mcp-server.ts";
import type { EndpointBounds } from "./endpoint-bounds.ts";
import { createHttpSessions } from "./http-sessions.ts";

/** Answers requests. */
export interface McpEndpoint {
  /**
   * `body` is the request's JSON, parsed; undefined for one without a body. The request's signal is to fire when the exchange
   * is over, however it ended: that is how a session knows that nobody uses it. Never rejects for what a client sent.
   */
  handle(request: Request, body: unknown): Promise<Response>;
  /** Ends every session and every stream. */
  close(): Promise<void>;
}

/** Makes the endpoint of a server. */
export function createMcpEndpoint(face: McpFace, bounds: EndpointBounds): McpEndpoint {
  const keys = new WeakMap<Request, string>();
  const { onError } = bounds;
  const sessions = createHttpSessions(face, bounds);
  const modern = createMcpHandler(
    ({ requestInfo }) => face.exchange((requestInfo && keys.get(requestInfo)) ?? ""),
    {
      legacy: "reject",
      maxRequestBodySize: bounds.maxBodyBytes,
      maxSubscriptions: bounds.maxSessions,
      ...(onError ? { onerror: onError } : {}),
    },
  );
  const stop = face.onListChange(() => modern.notify.toolsChanged());
  return {
    async handle(request, body) {
      if (request.headers.has("mcp-session-id") || (await isLegacyRequest(request, body)))
        return sessions.handle(request, body);
      keys.set(request, clientKey(body));
      return modern.fetch(request, { parsedBody: body });
    },
    async close() {
      stop();
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

/** Who sends a request of 2026-07-28, as far as it says. All of them were let in; this only keeps programs apart. */
function clientKey(body: unknown): string {
  const info = member(member(member(body, "params"), "_meta"), CLIENT_INFO_META_KEY);
  const texts = [member(info, "name"), member(info, "version")].map((text) =>
    typeof text === "string" ? text.slice(0, 200) : "",
  );
  return JSON.stringify(texts);
}

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
