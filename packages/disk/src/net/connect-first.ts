/**
 * Connects to the first of several addresses that answers. The next attempt begins when the one before failed or has been silent
 * for a while, so that a dead address costs a moment, not a timeout. A connection that comes late is closed.
 */
import type { Duplex } from "node:stream";
import type { Clock } from "@toolplane/contract/ports";
import type { Connector } from "./egress.ts";

const SILENCE_MS = 250;
const MAX_ATTEMPTS = 8;

/** A connection, and the address it leads to. */
export interface Connected {
  readonly socket: Duplex;
  readonly address: string;
}

export interface ConnectTargets {
  readonly addresses: readonly string[];
  readonly port: number;
  readonly signal: AbortSignal;
}

/** Resolves to the first connection; rejects with the last failure when there is none. */
export function connectFirst(
  { connector, clock }: { readonly connector: Connector; readonly clock: Clock },
  { addresses, port, signal }: ConnectTargets,
): Promise<Connected> {
  const queue = addresses.slice(0, MAX_ATTEMPTS);
  const losers = new AbortController();
  const attempts = AbortSignal.any([signal, losers.signal]);
  return new Promise((resolve, reject) => {
    let pending = 0;
    let settled = false;
    let stopTimer = () => {};

    function settle(finish: () => void): void {
      settled = true;
      stopTimer();
      finish();
      losers.abort();
    }
    function won(socket: Duplex, address: string): void {
      // The peer may reset before a listener is there; an error without a listener ends the process.
      socket.on("error", () => {});
      if (settled || signal.aborted) return void socket.destroy();
      settle(() => resolve({ socket, address }));
    }
    function lost(error: unknown): void {
      pending -= 1;
      if (settled) return;
      if (queue.length > 0 && !signal.aborted) next();
      else if (pending === 0) settle(() => reject(error));
    }
    function next(): void {
      stopTimer();
      const address = queue.shift();
      if (settled || address === undefined) return;
      pending += 1;
      if (queue.length > 0) stopTimer = clock.setTimer(SILENCE_MS, next);
      new Promise<Duplex>((start) => start(connector.connect({ address, port }, attempts))).then(
        (socket) => won(socket, address),
        lost,
      );
    }
    next();
  });
}
