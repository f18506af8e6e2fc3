/**
 * Something that was made from directories and serves again for as long as none of them changed. Where there are many, the kernel
 * is asked to tell: to look at every one before every command costs in proportion to the workspace.
 */
import { watchFolders } from "../../view/watch-folders.ts";
import { type DirectoryCache, statOf } from "./directory-cache.ts";

export interface FromListings<T> {
  /** The same value until a directory changed that it was made from. */
  current(): Promise<T>;
  /** The last value made, for any caller, without a look. */
  last(): T;
  /** Made again, whatever changed or not. */
  anew(): T;
  close(): void;
}

/** Few folders are looked at sooner than they are watched. */
const FEW_FOLDERS = 100;

interface Made<T> {
  readonly value: T;
  readonly record: ListingRecord;
}

/** Makes nothing yet. Whatever `make` reads of directories it must read through what it is given. */
export function fromListings<T>(
  directories: DirectoryCache,
  make: (directories: DirectoryCache) => T,
): FromListings<T> {
  const watch = watchFolders();
  let made: Made<T> | null = null;
  /** The record whose folders are all under watch and were found as they are in it since. */
  let watched: ListingRecord | null = null;

  /** Watches folders before they are looked at: then later changes are heard, and no look is needed. */
  async function isCurrent({ record }: Made<T>): Promise<boolean> {
    if (watched === record && (await watch.unchanged())) return true;
    const folders = record.folders();
    const hears = folders.length > FEW_FOLDERS && watch.follow(folders);
    const current = record.isCurrent();
    watched = hears && current ? record : null;
    return current;
  }
  function anew(): T {
    // A value that could not be made again is dropped.
    made = null;
    const record = recordListings(directories);
    const value = make(record.directories);
    made = { value, record };
    return value;
  }
  return {
    anew,
    last: () => made?.value ?? anew(),
    current: async () => {
      const known = made;
      return known !== null && (await isCurrent(known)) && made === known ? known.value : anew();
    },
    close: watch.close,
  };
}

/** A cache that notes what was read through it. */
interface ListingRecord {
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

/**
 * Records which directories a plan was made from, so that the plan serves again for as long as none of them changed. Starts an
 * empty record over a cache.
 */
function recordListings(cache: DirectoryCache): ListingRecord {
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
