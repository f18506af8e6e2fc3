/**
 * Clients that have no connection to end: each is kept until it has sent nothing for a while. When there are too many, the
 * one that was quiet longest goes, unless it is being served; then there is no room, and the request is refused.
 */
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { ClientSession } from "./client-session.ts";

export interface ClientPoolOptions {
  readonly clock: Clock;
  readonly idleMs: number;
  readonly maxClients: number;
  readonly open: () => ClientSession;
  readonly end: (client: ClientSession) => Promise<void>;
}

export interface ClientPool {
  /** The client with this key, opened when there is none. Throws a ToolError when there is no room. */
  find(key: string): ClientSession;
  /** Stops the timer; the maker of the clients ends them. */
  close(): void;
}

interface Entry {
  readonly client: ClientSession;
  seenMs: number;
}

export function createClientPool(options: ClientPoolOptions): ClientPool {
  const { clock, idleMs, maxClients } = options;
  const entries = new Map<string, Entry>();
  let cancelTimer: (() => void) | null = null;
  const drop = (key: string, { client }: Entry): void => {
    entries.delete(key);
    void options.end(client);
  };
  const sweep = (): void => {
    cancelTimer = null;
    const oldMs = clock.nowMs() - idleMs;
    for (const [key, entry] of entries)
      if (entry.seenMs <= oldMs && entry.client.pending() === 0) drop(key, entry);
    if (entries.size > 0) cancelTimer = clock.setTimer(idleMs, sweep);
  };
  /** Makes room. Entries are in the order they were last used, so the first quiet one is the oldest. */
  const makeRoom = (): void => {
    if (entries.size < maxClients) return;
    for (const [key, entry] of entries) {
      if (entry.client.pending() > 0) continue;
      drop(key, entry);
      return;
    }
    throw new ToolError("unavailable", `${maxClients} clients are being served; try again later.`);
  };
  return {
    find(key) {
      const known = entries.get(key);
      if (known) entries.delete(key);
      else makeRoom();
      const entry = known ?? { client: options.open(), seenMs: 0 };
      entry.seenMs = clock.nowMs();
      entries.set(key, entry);
      cancelTimer ??= clock.setTimer(idleMs, sweep);
      return entry.client;
    },
    close() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
