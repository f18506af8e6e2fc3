/** The one way out: used by the network door for its requests and by the relay for connections of processes. */
import type { Duplex } from "node:stream";
import type { Gate, GateDecision } from "@toolplane/contract/ports";

/** Names to addresses. Injected in tests, so that nothing is looked up. */
export interface Resolver {
  /** Every address of the name, IPv4 and IPv6, in the order to try; rejects when there is none. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** Opens a connection to an address that was checked. Injected in tests, so that nothing leaves loopback. */
export interface Connector {
  connect(
    target: { readonly address: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Duplex>;
}

/** One connection that is wanted. */
export interface EgressRequest {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly method?: string;
  /** Without its query. */
  readonly urlPath?: string;
  readonly gate: Gate;
  /** The request that it is for was judged already: only the addresses of its host are, here. */
  readonly judged?: true;
  /** True: a person may be asked while the connection waits (the relay). False: only what is decided already opens (the door). */
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

/** A connection to a checked address, or why there is none. */
export type EgressAnswer =
  | { readonly ok: true; readonly socket: Duplex; readonly address: string }
  | { readonly ok: false; readonly decision: Extract<GateDecision, { allowed: false }> }
  | { readonly ok: false; readonly unreachable: string };

/** Judges a host, resolves it, judges every address, connects to one of them. */
export interface Egress {
  open(request: EgressRequest): Promise<EgressAnswer>;
}
