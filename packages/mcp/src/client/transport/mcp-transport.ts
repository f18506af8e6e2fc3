import type { Transport } from "@modelcontextprotocol/client";
import type { Wall } from "@toolplane/contract";

/** One connection to a server, as the official client takes it, and the facts that it has about itself. */
export interface McpTransport extends Transport {
  /** The last of what the other side wrote beside the protocol, for the operator; secrets are masked. */
  notes?(): string;
  /** The walls in the way of its program, by those notes. */
  walls?(): readonly Wall[];
  /** Lines or messages that could not be read, so far. */
  garbage?(): number;
  /** Why it closed, for people, where that is known. */
  endedBecause?(): string | null;
  /** Told of an answer that was too long to be read, and the id of its request; null where nobody knows whose it was. */
  onunread?: ((id: string | number | null, maxBytes: number) => void) | undefined;
}
