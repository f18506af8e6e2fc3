/**
 * The leases of a session: commands, processes that run on, and connections, each on the terms of the rules of then. When
 * the rules are others, each lease is looked at again, and one that they do not cover any more is ended and told why. One
 * that cannot be looked at is ended too.
 */

/** Something that runs. */
interface Lease {
  /** Why the rules of now do not let it run as it does; null where they do. */
  outdated(): string | null;
  /** It has come to its end by itself. */
  over(): boolean;
  /** Ends it; settles when it is gone. Must not throw or reject. */
  end(why: string): Promise<void>;
}

export interface Leases {
  /** Holds a lease until the returned function is called, or it is over. */
  take(lease: Lease): () => void;
  /** Looks at every lease again; settles when those that had to end are gone. */
  renew(): Promise<void>;
  /** Calls back whenever rules may have closed something; returns how to stop. */
  onNarrow(listener: () => void): () => void;
}

const UNKNOWN = "The rules have changed, and whether they still let it run cannot be known.";

export function createLeases(): Leases {
  const held = new Set<Lease>();
  const listeners = new Set<() => void>();
  return {
    take(lease) {
      for (const one of held) if (one.over()) held.delete(one);
      held.add(lease);
      return () => void held.delete(lease);
    },
    async renew() {
      const ending: Promise<void>[] = [];
      for (const lease of [...held]) {
        const why = lease.over() ? null : whyOutdated(lease);
        if (why === null) continue;
        held.delete(lease);
        ending.push(lease.end(why));
      }
      for (const listener of [...listeners]) listener();
      await Promise.all(ending);
    },
    onNarrow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function whyOutdated(lease: Lease): string | null {
  try {
    return lease.outdated();
  } catch {
    return UNKNOWN;
  }
}
