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
  /** Takes the locks at once; null when they are not free. */
  take(need: LockNeed): LockTicket | null;
  /** Asks for what is needed; `granted` is called when a ticket that had to wait may run. */
  acquire(need: LockNeed, granted: () => void): LockTicket;
  /** How many hold, and how many wait. */
  count(): { readonly held: number; readonly waiting: number };
}

/** A class, against our habit: every call that touches a file makes one, and with members on a prototype it is one object. */
class Ticket implements LockTicket {
  readonly need: LockNeed;
  readonly granted: (() => void) | null;
  readonly #over: (ticket: Ticket) => void;
  state: "held" | "waiting" | "over" = "waiting";

  constructor(need: LockNeed, granted: (() => void) | null, over: (ticket: Ticket) => void) {
    this.need = need;
    this.granted = granted;
    this.#over = over;
  }

  get held(): boolean {
    return this.state === "held";
  }

  release(): void {
    if (this.state === "over") return;
    this.state = "over";
    this.#over(this);
  }
}

export function createLocks(): Locks {
  // Readers are many and conflict with writers only, so they are kept apart.
  const readers = new Set<Ticket>();
  const writers = new Set<Ticket>();
  const waiting = new Set<Ticket>();

  const side = (need: LockNeed): Set<Ticket> =>
    need.writes.length > 0 || need.anywhere ? writers : readers;
  const isFree = (need: LockNeed, before: Iterable<Ticket>): boolean => {
    for (const entry of writers) if (conflicts(need, entry.need)) return false;
    if (side(need) === writers) {
      for (const entry of readers) if (conflicts(need, entry.need)) return false;
    }
    for (const entry of before) if (conflicts(need, entry.need)) return false;
    return true;
  };
  const hold = (ticket: Ticket): void => {
    ticket.state = "held";
    side(ticket.need).add(ticket);
  };
  const wake = (): void => {
    const earlier: Ticket[] = [];
    for (const entry of [...waiting]) {
      if (!isFree(entry.need, earlier)) {
        earlier.push(entry);
        continue;
      }
      waiting.delete(entry);
      hold(entry);
      entry.granted?.();
    }
  };

  const over = (ticket: Ticket): void => {
    waiting.delete(ticket);
    side(ticket.need).delete(ticket);
    if (waiting.size > 0) wake();
  };

  return {
    take(need) {
      if (!isFree(need, waiting)) return null;
      const ticket = new Ticket(need, null, over);
      hold(ticket);
      return ticket;
    },
    acquire(need, granted) {
      const ticket = new Ticket(need, granted, over);
      if (isFree(need, waiting)) hold(ticket);
      else waiting.add(ticket);
      return ticket;
    },
    count: () => ({ held: readers.size + writers.size, waiting: waiting.size }),
  };
}
