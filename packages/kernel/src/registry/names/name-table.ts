/**
 * Binds names to registrations. Registrations of one name hang below one another, highest layer first, so taking one
 * out shows what it shadowed, exactly as it was. The order of names is the order in which each was first taken, and is
 * kept while the name is held.
 */
import type { OwnEntry } from "../entry/create-tool-entry.ts";

export interface NameTable {
  /** The highest registration of a name, callable or not. */
  top(name: string): OwnEntry | null;
  /** The highest one that is active: the one that a call means. */
  find(name: string): OwnEntry | null;
  insert(entry: OwnEntry): void;
  /** Inserts an entry whose name is free, as `top` has just shown. */
  insertFirst(entry: OwnEntry): void;
  /** Takes one out; false when it was not in. */
  remove(entry: OwnEntry): boolean;
  /** Puts another registration of the same name and layer into the place of one. */
  replace(old: OwnEntry, next: OwnEntry): void;
  /** How many names are taken. */
  size(): number;
  /** The highest registration of every name. */
  tops(): IterableIterator<OwnEntry>;
}

export function createNameTable(): NameTable {
  const tops = new Map<string, OwnEntry>();
  return {
    top: (name) => tops.get(name) ?? null,
    find(name) {
      let entry = tops.get(name) ?? null;
      while (entry && entry.status !== "active") entry = entry.below;
      return entry;
    },
    insert(entry) {
      const top = tops.get(entry.tool.id);
      const above = top ? lowestAbove(top, entry.place.rank) : null;
      entry.below = above ? above.below : (top ?? null);
      if (above) above.below = entry;
      else tops.set(entry.tool.id, entry);
    },
    insertFirst(entry) {
      tops.set(entry.tool.id, entry);
    },
    remove(entry) {
      const above = holderOf(entry);
      if (above === undefined) return false;
      if (above) above.below = entry.below;
      else if (entry.below) tops.set(entry.tool.id, entry.below);
      else tops.delete(entry.tool.id);
      entry.below = null;
      return true;
    },
    replace(old, next) {
      const above = holderOf(old);
      if (above === undefined) return;
      next.below = old.below;
      old.below = null;
      if (above) above.below = next;
      else tops.set(next.tool.id, next);
    },
    size: () => tops.size,
    tops: () => tops.values(),
  };

  /** The one right above an entry, null when it is the top, undefined when it is not in the table. */
  function holderOf(entry: OwnEntry): OwnEntry | null | undefined {
    let above: OwnEntry | null = null;
    let at = tops.get(entry.tool.id);
    while (at && at !== entry) {
      above = at;
      at = at.below ?? undefined;
    }
    return at ? above : undefined;
  }
}

/** The lowest registration that stays above one of this rank, or null when it goes on top. */
function lowestAbove(top: OwnEntry, rank: number): OwnEntry | null {
  let above: OwnEntry | null = null;
  for (let at: OwnEntry | null = top; at && at.place.rank > rank; at = at.below) above = at;
  return above;
}
