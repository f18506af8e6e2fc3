/** Lets the first few through, then one in every so many milliseconds: a server may send as much as it likes. */
import type { Clock } from "@toolplane/contract/ports";

export function createPace(
  clock: Pick<Clock, "nowMs">,
  { burst, everyMs }: { readonly burst: number; readonly everyMs: number },
): () => boolean {
  let left = burst;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.nowMs();
    if (left <= 0 && now - last < everyMs) return false;
    left -= 1;
    last = now;
    return true;
  };
}
