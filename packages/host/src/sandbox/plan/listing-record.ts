/** Which directories a plan was made from, so that the plan serves again for as long as none of them changed. */
import { type DirectoryCache, statOf } from "./directory-cache.ts";

/** A cache that notes what was read through it. */
export interface ListingRecord {
  readonly directories: DirectoryCache;
  /** True when every directory is as it was. Costs one look at each of them. */
  isCurrent(): boolean;
  /** The directories, whether they could be read or not. */
  folders(): readonly { readonly path: string; readonly inode: number }[];
}

interface Seen {
  readonly changed: number;
  readonly inode: number;
}

/** Starts an empty record over a cache. */
export function recordListings(cache: DirectoryCache): ListingRecord {
  const seen = new Map<string, Seen>();
  let settled = true;
  return {
    folders: () => [...seen].map(([path, { inode }]) => ({ path, inode })),
    directories: {
      clear: cache.clear,
      list: (path) => {
        const listing = cache.list(path);
        const stat = listing === null ? statOf(path) : null;
        seen.set(path, {
          changed: listing?.changedMs ?? stat?.ctimeMs ?? -1,
          inode: listing?.inode ?? stat?.ino ?? -1,
        });
        if (listing !== null && !listing.settled) settled = false;
        return listing;
      },
    },
    isCurrent: () => {
      if (!settled) return false;
      for (const [path, { changed, inode }] of seen) {
        const stat = statOf(path);
        if ((stat?.ctimeMs ?? -1) !== changed || (stat?.ino ?? -1) !== inode) return false;
      }
      return true;
    },
  };
}
