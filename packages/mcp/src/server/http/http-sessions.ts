/**
 * Holds the sessions of 2025-11-25: a client begins with `initialize` and is known from then on by an id that cannot be
 * guessed. Each has a protocol server and a kernel session of its own. One that is unused for a while is ended; when
 * there are too many, a new one is refused rather than an old one cut off. Streams cannot be resumed here, so the
 * answer to a request whose client disconnected would be lost: such a request is cancelled.
 */
import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpFace } from "../create-mcp-server.ts";
import type { EndpointBounds } from "./endpoint-bounds.ts";

export interface HttpSessions {
  /** Answers a request of a session, or one that begins one. */
  handle(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

interface Entry {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  seenMs: number;
  serving: number;
}

export function createHttpSessions(face: McpFace, bounds: EndpointBounds): HttpSessions {
  const { clock, idleMs, maxSessions, maxBodyBytes } = bounds;
  const entries = new Map<string, Entry>();
  let opening = 0;
  let cancelTimer: (() => void) | null = null;
  const sweep = (): void => {
    cancelTimer = null;
    const oldMs = clock.nowMs() - idleMs;
    for (const { transport, seenMs, serving } of entries.values())
      if (seenMs <= oldMs && serving === 0) void transport.close();
    if (entries.size > 0) cancelTimer = clock.setTimer(idleMs, sweep);
  };
  const open = async (): Promise<Entry> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized(id) {
        entries.set(id, entry);
        cancelTimer ??= clock.setTimer(idleMs, sweep);
      },
    });
    const entry: Entry = { transport, seenMs: clock.nowMs(), serving: 0 };
    transport.onclose = () => {
      if (transport.sessionId !== undefined) entries.delete(transport.sessionId);
    };
    await face.connection().connect(transport);
    return entry;
  };
  /** A stream that is open, for news or for the answer of a long call, keeps its session alive. */
  const serve = (entry: Entry, request: Request, body: unknown): Promise<Response> => {
    entry.serving += 1;
    const end = (): void => {
      entry.serving -= 1;
      entry.seenMs = clock.nowMs();
    };
    if (request.signal.aborted) end();
    else request.signal.addEventListener("abort", end, { once: true });
    const answered = entry.transport.handleRequest(request, { parsedBody: body });
    return answered.then((response) => heedLeaving(response, () => cancel(entry, body)));
  };
  return {
    async handle(request, body) {
      const id = request.headers.get("mcp-session-id");
      if (id !== null) {
        const known = entries.get(id);
        return known
          ? serve(known, request, body)
          : errorResponse(
              404,
              "The session is not known or has ended; begin again with initialize.",
            );
      }
      if (!isInitializeRequest(body))
        return errorResponse(
          400,
          "Begin with initialize, or send the Mcp-Session-Id of a session.",
        );
      if (entries.size + opening >= maxSessions)
        return errorResponse(503, `${maxSessions} sessions are open; try again later.`);
      opening += 1;
      try {
        const entry = await open();
        const response = await serve(entry, request, body);
        if (entry.transport.sessionId === undefined) await entry.transport.close();
        return response;
      } finally {
        opening -= 1;
      }
    },
    async close() {
      cancelTimer?.();
      await Promise.all([...entries.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** Cancels as if the client had asked for it. */
function cancel({ transport }: Entry, body: unknown): void {
  for (const message of Array.isArray(body) ? body : [body]) {
    const { id, method } = (message ?? {}) as { readonly id?: unknown; readonly method?: unknown };
    if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) continue;
    const params = { requestId: id, reason: "The client disconnected." };
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }
}

/** Calls `onLeave` when the reader of a response goes before its end. */
function heedLeaving(response: Response, onLeave: () => void): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel(reason) {
      onLeave();
      return reader.cancel(reason);
    },
  });
  const { status, headers } = response;
  return new Response(body, { status, headers });
}

function errorResponse(status: number, message: string): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32_000, message } },
    { status, headers: status === 503 ? { "retry-after": "5" } : {} },
  );
}
