/** Options of the HTTP face of the MCP server. Everything but the clock has a safe default. */
import type { Clock } from "@toolplane/contract/ports";
import type { ProtectedResource } from "./protected-resource.ts";

export interface McpHttpOptions {
  /** Ends sessions that are no longer used. */
  readonly clock: Clock;
  /** The address to listen on; loopback unless said. Any other needs `allowedHosts`. */
  readonly address?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The path at which the server answers; `/mcp` unless said. */
  readonly path?: string;
  /** The token that a client must present; made at random unless given. At least 16 characters. */
  readonly token?: string;
  /** Lets clients in with tokens of an authorization server, too, and tells them which. */
  readonly oauth?: ProtectedResource;
  /** Host names that a request may be addressed to, beside the loopback ones when listening there. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may call, each whole: `https://app.example`. None unless said. */
  readonly allowedOrigins?: readonly string[];
  readonly maxBodyBytes?: number;
  /** The bound of all bodies that are being read; past it a request is asked to come back. */
  readonly maxHeldBytes?: number;
  /** Time for the head of a request to arrive, and for the whole of it. */
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  /** Sessions of 2025-11-25 that may be open at once. */
  readonly maxSessions?: number;
  /** Time that such a session lives after its last request. */
  readonly idleMs?: number;
  readonly maxConnections?: number;
  /** Requests that may be worked on at once. Answers and cancellations are let through, streams for news are not counted. */
  readonly maxRequests?: number;
  /** Hears of what went wrong out of band; never of tokens or content. */
  readonly onError?: (error: Error) => void;
}

/** The options with every default filled in. */
export type HttpBounds = Required<Omit<McpHttpOptions, "onError" | "oauth">> &
  Pick<McpHttpOptions, "onError" | "oauth">;
