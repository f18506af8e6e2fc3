/**
 * What a server lists, kept for a while: clients ask often, and what they ask for is nothing of theirs. Read anew when the server
 * says that it changed, and after a minute where it does not. A server that cannot be asked lists nothing.
 */
import type { Clock } from "@toolplane/contract";

export interface KeptList<T> {
  read(): Promise<readonly T[]>;
  /** What was read is old. */
  drop(): void;
}

const KEPT_MS = 60_000;

export function createKeptList<T>(
  clock: Pick<Clock, "nowMs">,
  list: () => Promise<readonly T[]>,
): KeptList<T> {
  let kept: { readonly atMs: number; readonly entries: Promise<readonly T[]> } | null = null;
  return {
    read() {
      if (kept && clock.nowMs() - kept.atMs < KEPT_MS) return kept.entries;
      const entries: Promise<readonly T[]> = Promise.resolve()
        .then(list)
        .catch(() => {
          // Its health says why; the next one who asks may have more luck.
          if (kept?.entries === entries) kept = null;
          return [];
        });
      kept = { atMs: clock.nowMs(), entries };
      return entries;
    },
    drop() {
      kept = null;
    },
  };
}
