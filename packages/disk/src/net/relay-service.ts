/**
 * A service of ours in front of hosts: what commands send to them ends at the relay, is read request by request, and goes on only
 * as the service says.
 */
import type { Readable } from "node:stream";
import type { NetTarget } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";

/** Names and values in the order and spelling in which they came. */
export type HeaderPairs = readonly (readonly [string, string])[];

/** One request of a command. */
export interface RelayedRequest {
  /** With its method and path. */
  readonly target: NetTarget;
  readonly url: URL;
  readonly headers: HeaderPairs;
  readonly body: Readable | null;
  readonly gate: Gate;
  readonly signal: AbortSignal;
}

export interface RelayedResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: Readable;
  /** The headers behind the body, asked for when the body has ended. */
  readonly trailers?: () => HeaderPairs;
}

/** Made for one session. */
export interface RelayService {
  /** Told to commands, so that they find the hosts. */
  readonly environment?: Readonly<Record<string, string>>;
  /** One of the hosts is this machine itself, so that commands must ask the relay for their loopback too. */
  readonly onLoopback?: boolean;
  serves(target: Pick<NetTarget, "scheme" | "host" | "port">): boolean;
  /** `onward` sends a request to the host itself; it judges nothing. Rejections refuse with a ToolError's message. */
  handle(
    request: RelayedRequest,
    onward: (request: RelayedRequest) => Promise<RelayedResponse>,
  ): Promise<RelayedResponse>;
}
