/**
 * Filters the messages between a transport and the official client. That client reads a list of tools whole or not at
 * all, so one odd definition would cost every other: here the definitions are taken out as they were sent, and the
 * client gets an empty list. A message that answers no request goes no further. An answer too long to be read is given as
 * an error to the request that waits for it, and to all that wait where nobody knows which: none waits for its deadline.
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { McpTransport } from "../transport/mcp-transport.ts";

export interface SiftedTransport {
  readonly transport: McpTransport;
  /** The definitions of the last page that came; there is one request for a list at a time. */
  takeTools(): readonly unknown[];
  /** Messages that were no answer to anything, and lines that were no messages. */
  garbage(): number;
  /** True once anything came from the other side. */
  hasSpoken(): boolean;
}

/** Requests that were given up are forgotten from the oldest on. */
const MAX_ASKED = 4_096;

/** Our own word, of the numbers that the protocol leaves to implementations. */
export const UNREAD_ANSWER = -32_090;

export function siftTransport(inner: McpTransport): SiftedTransport {
  const asked = new Map<string | number, string>();
  let tools: readonly unknown[] = [];
  let unasked = 0;
  let hasSpoken = false;
  const sift = (message: JSONRPCMessage): JSONRPCMessage | null => {
    hasSpoken = true;
    if ("method" in message) return message;
    const method = message.id === undefined ? undefined : asked.get(message.id);
    if (method === undefined || message.id === undefined) {
      unasked += 1;
      return null;
    }
    asked.delete(message.id);
    if (method !== "tools/list" || !("result" in message)) return message;
    const { tools: given } = message.result as { readonly tools?: unknown };
    if (!Array.isArray(given)) return message;
    tools = given;
    return { ...message, result: { ...message.result, tools: [] } };
  };
  const transport: McpTransport = {
    async start() {
      inner.onmessage = (message, extra) => {
        const sifted = sift(message);
        if (sifted !== null) transport.onmessage?.(sifted, extra);
      };
      inner.onclose = () => transport.onclose?.();
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onunread = (id, maxBytes) => {
        const message = `An answer of the server is longer than ${maxBytes} bytes.`;
        const waiting = id !== null && asked.has(id) ? [id] : [...asked.keys()];
        for (const one of waiting) {
          asked.delete(one);
          const error = { code: UNREAD_ANSWER, message };
          transport.onmessage?.({ jsonrpc: "2.0", id: one, error });
        }
      };
      await inner.start();
    },
    send(message, options) {
      remember(asked, message);
      return inner.send(message, options);
    },
    close: () => inner.close(),
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
    ...(inner.hasPerRequestStream ? { hasPerRequestStream: true } : {}),
    ...("pid" in inner ? { pid: null, stderr: null } : {}),
  };
  return {
    transport,
    takeTools() {
      const taken = tools;
      tools = [];
      return taken;
    },
    garbage: () => unasked + (inner.garbage?.() ?? 0),
    hasSpoken: () => hasSpoken,
  };
}

function remember(asked: Map<string | number, string>, message: JSONRPCMessage): void {
  if (!("method" in message)) return;
  if ("id" in message) {
    asked.set(message.id, message.method);
    const [oldest] = asked.keys();
    if (asked.size > MAX_ASKED && oldest !== undefined) asked.delete(oldest);
  } else if (message.method === "notifications/cancelled") {
    const { requestId } = message.params ?? {};
    if (typeof requestId === "string" || typeof requestId === "number") asked.delete(requestId);
  }
}
