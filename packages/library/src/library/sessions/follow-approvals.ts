/**
 * Hears of approvals that a person revoked elsewhere, in another process or in the console: those that sessions here go by are
 * looked for in the store every second, and what is gone there ends here. One that was not written yet is none that is gone.
 */
import type { Approval } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { Keep } from "./open-record.ts";

export interface FollowedApprovals {
  /** These came from the store: whatever is not there at the next look is gone. */
  known(approvals: readonly Approval[]): void;
  isGone(id: string): boolean;
  close(): void;
}

const LOOK_MS = 1_000;

export function followApprovals(
  { store, written }: Pick<Keep, "store" | "written">,
  { clock, running }: { readonly clock: Clock; readonly running: () => readonly Session[] },
): FollowedApprovals {
  /** Ids that were in the store: written here, read from it, or seen there. */
  const stored = new Set<string>();
  const gone = new Set<string>();
  let isClosed = false;
  let stopTimer = (): void => {};
  const compare = async (): Promise<void> => {
    const held = running().filter((session) => session.approvals().length > 0);
    if (held.length === 0) return;
    // Before the look: what is written meanwhile may be missing from it.
    for (const id of written) stored.add(id);
    const kept = new Set((await store.approvals.list()).map(({ id }) => id));
    for (const id of stored) if (!kept.has(id)) gone.add(id);
    for (const id of kept) stored.add(id);
    for (const session of held) {
      const revoked = session.approvals().filter(({ id }) => gone.has(id));
      if (revoked.length > 0) session.revokeApprovals(revoked.map(({ id }) => id));
    }
  };
  const look = (): void => {
    if (isClosed) return;
    // A store that cannot be read now is read at the next look.
    stopTimer = clock.setTimer(
      LOOK_MS,
      () =>
        void compare()
          .catch(() => {})
          .finally(look),
    );
  };
  look();
  return {
    known(approvals) {
      for (const { id } of approvals) stored.add(id);
    },
    isGone: (id) => gone.has(id),
    close() {
      isClosed = true;
      stopTimer();
    },
  };
}
