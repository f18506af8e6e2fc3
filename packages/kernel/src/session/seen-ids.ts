/**
 * Call ids are unique within a session (S3). Only the newest are remembered, so that a session of any length holds the same
 * memory; the store refuses the older ones.
 */

/** How many ids are remembered. */
export const SEEN_IDS = 4_096;

/** True when the id was seen before; remembers it otherwise. */
export function createSeenIds(capacity: number = SEEN_IDS): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return true;
    seen.add(id);
    if (seen.size > capacity) {
      for (const oldest of seen) {
        seen.delete(oldest);
        break;
      }
    }
    return false;
  };
}
