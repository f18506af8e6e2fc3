/**
 * One at a time checks what is to land in a workspace, whichever process does: two that are checked beside each other are each
 * checked on a project without the other. What lands is compared with what was checked in any case; here work is not done in vain.
 */
import type { Clock } from "@toolplane/contract/ports";
import { createFileLocks } from "@toolplane/disk/files";
import { below, toBytePath } from "@toolplane/disk/paths";
import { lockRoots } from "../landing/disk/lock-roots.ts";

/** Runs work in its turn. `letGo` lets the next one begin before this one has ended. */
export type LandingTurns = <Value>(
  act: (letGo: () => void) => Promise<Value>,
  signal: AbortSignal,
) => Promise<Value>;

export interface LandingTurnsOptions {
  readonly userData: string;
  readonly workspace: string;
  readonly clock: Clock;
}

export function createLandingTurns({
  userData,
  workspace,
  clock,
}: LandingTurnsOptions): LandingTurns {
  // Those of this process wait in their order; of other processes one waits at a time.
  const locks = createFileLocks();
  const lock = { folder: below(toBytePath(userData), "turns"), clock, of: "check" } as const;
  return async <Value>(act: (letGo: () => void) => Promise<Value>, signal: AbortSignal) => {
    // A turn that was let go of goes on, and its outcome is still to come.
    const begun: { work?: Promise<Value> } = {};
    const turn = async (): Promise<void> => {
      const gone = Promise.withResolvers<void>();
      const work = act(gone.resolve);
      begun.work = work;
      await Promise.race([gone.promise, work.then(ended, ended)]);
    };
    await locks.hold([workspace], signal, () =>
      lockRoots([toBytePath(workspace)], { ...lock, signal, maxWaitMs: FOREVER }, turn),
    );
    return begun.work as Promise<Value>;
  };
}

/** It is over when whoever holds it ends, or the caller gives up. */
const FOREVER = Number.POSITIVE_INFINITY;

function ended(): void {}
