/**
 * Lets calls run beside one another unless their footprints conflict. A call gets everything it needs at once or waits, and
 * holds nothing while it waits, so no ring of waiting can form; composite calls need nothing, so what they call inside cannot
 * wait for them. It waits only for calls it conflicts with: those that run, and those that came before it.
 */
import { conflicts, type LockNeed } from "./lock-need.ts";

/** A place in the queue: `granted` is called once, unless it is withdrawn before. */
export interface LockTicket {
  readonly held: boolean;
  /** Gives the place back, whether it was held or waited for. Safe to call twice. */
  release(): void;
}

/** The locks of one workspace. */
export interface Locks {
  /** Asks for what is needed; `granted` is called when a ticket that had to wait may run. */
  acquire(need: LockNeed, granted: () => void): LockTicket;
  /** How many hold, and how many wait. */
  count(): { readonly held: number; readonly waiting: number };
}

interface Entry {
  readonly need: LockNeed;
  readonly granted: () => void;
  state: "held" | "waiting" | "over";
}

/** Makes the locks. */
export function createLocks(): Locks {
  // Readers are many and conflict with writers only, so they are kept apart.
  const readers = new Set<Entry>();
  const writers = new Set<Entry>();
  const waiting = new Set<Entry>();

  const side = (need: LockNeed): Set<Entry> =>
    need.writes.length > 0 || need.anywhere ? writers : readers;
  const isFree = (need: LockNeed, before: Iterable<Entry>): boolean => {
    for (const entry of writers) if (conflicts(need, entry.need)) return false;
    if (side(need) === writers) {
      for (const entry of readers) if (conflicts(need, entry.need)) return false;
    }
    for (const entry of before) if (conflicts(need, entry.need)) return false;
    return true;
  };
  const hold = (entry: Entry): void => {
    entry.state = "held";
    side(entry.need).add(entry);
  };
  const wake = (): void => {
    const earlier: Entry[] = [];
    for (const entry of [...waiting]) {
      if (!isFree(entry.need, earlier)) {
        earlier.push(entry);
        continue;
      }
      waiting.delete(entry);
      hold(entry);
      entry.granted();
    }
  };

  return {
    acquire(need, granted) {
      const entry: Entry = { need, granted, state: "waiting" };
      if (isFree(need, waiting)) hold(entry);
      else waiting.add(entry);
      return {
        get held() {
          return entry.state === "held";
        },
        release() {
          if (entry.state === "over") return;
          entry.state = "over";
          waiting.delete(entry);
          side(need).delete(entry);
          if (waiting.size > 0) wake();
        },
      };
    },
    count: () => ({ held: readers.size + writers.size, waiting: waiting.size }),
  };
}
