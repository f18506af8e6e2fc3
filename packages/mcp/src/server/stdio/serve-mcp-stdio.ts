/** Serves one client over two streams: what a command line does with its standard input and output. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpFace } from "../create-mcp-server.ts";
import { createLineTransport, type LineTransportOptions } from "./line-transport.ts";

/** The streams, and the listener to errors out of band. */
export interface ServeStdioOptions extends LineTransportOptions {
  readonly onError?: (error: Error) => void;
}

/** A client that is being served. */
export interface StdioService {
  /** Settles when the client is gone or `close` was called, and its session has begun to end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves; both protocol revisions, by what the client opens with. */
export function serveMcpStdio(face: McpFace, options: ServeStdioOptions): StdioService {
  const transport = createLineTransport(options);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { onError } = options;
  const service = serveStdio(() => face.connection(), {
    transport,
    ...(onError ? { onerror: onError } : {}),
  });
  const onclose = transport.onclose;
  transport.onclose = () => {
    onclose?.();
    resolve();
  };
  return {
    closed,
    async close() {
      await service.close();
      resolve();
    },
  };
}
