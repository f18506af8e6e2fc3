/**
 * Something that was made from directories and serves again for as long as none of them changed. Where there are many, the kernel
 * is asked to tell: to look at every one before every command costs in proportion to the workspace.
 */
import { watchFolders } from "../../view/watch-folders.ts";
import type { DirectoryCache } from "./directory-cache.ts";
import { type ListingRecord, recordListings } from "./listing-record.ts";

export interface FromListings<T> {
  /** The same value until a directory changed that it was made from. */
  current(): Promise<T>;
  /** What was made last, by whoever asked, without a look. */
  last(): T;
  /** Made anew, whatever changed or not. */
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

  /** Folders are put under watch before they are looked at: then what changes afterwards is heard, and nobody has to look. */
  async function isCurrent({ record }: Made<T>): Promise<boolean> {
    if (watched === record && (await watch.unchanged())) return true;
    const folders = record.folders();
    const hears = folders.length > FEW_FOLDERS && watch.follow(folders);
    const current = record.isCurrent();
    watched = hears && current ? record : null;
    return current;
  }
  function anew(): T {
    // What could not be made anew is not there any more.
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
