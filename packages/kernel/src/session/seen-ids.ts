/**
 * Call ids are unique within a session (S3). Two generations are remembered, the newer filling up before it replaces the
 * older: a session of any length holds the same memory, nothing is ever deleted one by one, and at least the newest
 * `capacity` ids are always known. The store refuses the older ones.
 */

/** How many ids are remembered at the least. */
export const SEEN_IDS = 4_096;

/** True when the id was seen before; remembers it otherwise. */
export function createSeenIds(capacity: number = SEEN_IDS): (id: string) => boolean {
  let older = new Set<string>();
  let newer = new Set<string>();
  return (id) => {
    if (newer.has(id) || older.has(id)) return true;
    if (newer.size >= capacity) {
      older = newer;
      newer = new Set();
    }
    newer.add(id);
    return false;
  };
}
