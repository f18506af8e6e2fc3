/**
 * Keeps account of what the database has on disk. A write that need not be durable is answered before it is there; a later one that
 * waits for the disk brings everything before it there too, because the database's log is one. So a flush mostly finds its work done.
 *
 * A server that was restarted in between may have lost what was not on disk, and its clients would not notice: the moment of its start
 * tells.
 */

/** The cover of a statement that waits for the disk: the quick writes that were answered when it was sent. */
interface Covering {
  readonly quick: number;
}

export interface Durability {
  /** A write was answered that did not wait for the disk. */
  quickDone(): void;
  begin(): Covering;
  /** It came back, from a server that was started then. */
  end(covering: Covering, startedAt: string): void;
  /** True when every quick write that was answered is on disk. */
  isCovered(): boolean;
  /** How often a restart may have lost some. */
  losses(): number;
}

export function createDurability(): Durability {
  let quick = 0;
  let covered = 0;
  let losses = 0;
  let started: string | null = null;
  return {
    quickDone() {
      quick += 1;
    },
    begin: () => ({ quick }),
    end(covering, startedAt) {
      if (started !== null && started !== startedAt && covering.quick > covered) losses += 1;
      started = startedAt;
      covered = Math.max(covered, covering.quick);
    },
    isCovered: () => covered >= quick,
    losses: () => losses,
  };
}
