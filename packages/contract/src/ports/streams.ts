/**
 * Requests whose answers come piece by piece, for connections that outlive a call: a remote MCP server's. Every address is asked
 * about at the gate, before each connection and each redirect, as by the network door.
 */

export interface StreamRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How long to wait for the first byte of the answer. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** `manual`: an answer that redirects is given back as it is, and not followed. */
  readonly redirects?: "follow" | "manual";
}

/** `url` is where the last redirect led. Header names are in small letters. */
export interface StreamResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  /** One reader; leaving it early ends the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Port: implemented by `host`. Headers that carry credentials do not follow a redirect to another origin. */
export interface Streams {
  request(url: string, request?: StreamRequest): Promise<StreamResponse>;
}
