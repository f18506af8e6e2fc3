import type { Socket } from "node:net";
import type { Wanted } from "./relay-parts.ts";

/** A connection that asked for a tunnel, by CONNECT or by SOCKS. What it sent behind that is read from its socket next. */
export interface TunnelClient {
  readonly socket: Socket;
  readonly wanted: Wanted;
  /** Says yes: from now on the connection is what the command thinks it is. */
  accept(): void;
  /** Not allowed: says why, and ends. */
  refuse(text: string): void;
  /** Allowed, but not to be reached. */
  fail(text: string): void;
}
