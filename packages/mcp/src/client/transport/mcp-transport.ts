import type { Transport } from "@modelcontextprotocol/client";

/** One connection to a server, as the official client takes it, and the facts that it has about itself. */
export interface McpTransport extends Transport {
  /** The last of what the other side wrote beside the protocol, for the operator; secrets are masked. */
  notes?(): string;
  /** Lines or messages that could not be read, so far. */
  garbage?(): number;
  /** Why it closed, for people, where that is known. */
  endedBecause?(): string | null;
}
