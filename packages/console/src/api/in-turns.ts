/**
 * A store that can be read by the thousand while others are answered: by itself it answers at once, and no other request has a turn.
 * The client may be gone meanwhile; then the next read rejects, and nothing more is read.
 */
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

const TURN_MS = 10;

type Reads = Pick<Store, "events" | "payloads">;

/** Resolves at once while its time is not over; rejects when the client is gone. */
export type Turn = () => Promise<void>;

export function createTurn(signal: AbortSignal): Turn {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs > TURN_MS) {
      await new Promise<void>((resolve) => void setImmediate(resolve));
      sinceMs = performance.now();
    }
    if (signal.aborted) throw new ToolError("cancelled", "Whoever asked is gone.");
  };
}

export function inTurns<T extends Reads>(store: T, turn: Turn): T {
  const { events, payloads } = store;
  return {
    ...store,
    events: {
      ...events,
      async read(sessionId, page) {
        await turn();
        return events.read(sessionId, page);
      },
    },
    payloads: {
      ...payloads,
      async get(digest) {
        await turn();
        return payloads.get(digest);
      },
    },
  };
}
