/**
 * Caches the listings of directories and reads them again only when they changed. The key is the directory's change time, which
 * cannot be set back; a listing that was taken within the clock's own coarseness of that time is not trusted a second time.
 */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";
import { isAscii } from "@toolplane/readings";

/** One directory. Names are byte paths. */
export interface Listing {
  readonly directories: readonly string[];
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly sockets: readonly string[];
  readonly total: number;
  /** The directory's change time. */
  readonly changedMs: number;
  readonly inode: number;
  /** False when it was read so soon after a change that another one could have the same time. */
  readonly settled: boolean;
}

/** Listings, kept while they are true. */
export interface DirectoryCache {
  /** The directory's content, or null when it is gone, is no directory, or cannot be read. */
  list(path: string): Listing | null;
  clear(): void;
}

/** Change times are as coarse as the kernel's tick: 10 ms at most. */
const COARSENESS_MS = 25;
const MAX_DIRECTORIES = 100_000;

export function createDirectoryCache(now: () => number = Date.now): DirectoryCache {
  const entries = new Map<string, Listing>();
  return {
    clear: () => entries.clear(),
    list: (path) => {
      const stat = statOf(path);
      if (stat === null || !stat.isDirectory()) {
        entries.delete(path);
        return null;
      }
      const known = entries.get(path);
      if (known?.settled && known.changedMs === stat.ctimeMs && known.inode === stat.ino)
        return known;
      const listing = readListing(path, {
        changedMs: stat.ctimeMs,
        inode: stat.ino,
        settled: isSettled(stat.ctimeMs, now()),
      });
      if (listing === null) return null;
      if (entries.size >= MAX_DIRECTORIES) entries.clear();
      entries.set(path, listing);
      return listing;
    },
  };
}

/** False for a directory that changed so lately that another change could have the same time. */
export function isSettled(changedMs: number, nowMs: number): boolean {
  return nowMs - changedMs > COARSENESS_MS;
}

function readListing(
  path: string,
  state: Pick<Listing, "changedMs" | "inode" | "settled">,
): Listing | null {
  const directories: string[] = [];
  const files: string[] = [];
  const links: string[] = [];
  const sockets: string[] = [];
  let names: ReturnType<typeof readNames>;
  try {
    names = readNames(path);
  } catch {
    return null;
  }
  for (const entry of names) {
    const name = entry.name;
    if (entry.isDirectory()) directories.push(name);
    else if (entry.isSymbolicLink()) links.push(name);
    else if (entry.isSocket()) sockets.push(name);
    else if (entry.isFile() || entry.isFIFO() || isDevice(entry)) files.push(name);
    else placeUnknown(path, name, { directories, files, links, sockets });
  }
  return { directories, files, links, sockets, total: names.length, ...state };
}

function readNames(path: string) {
  return readdirSync(toFsPath(path), { withFileTypes: true, encoding: "latin1" });
}

function isDevice(entry: { isBlockDevice(): boolean; isCharacterDevice(): boolean }): boolean {
  return entry.isBlockDevice() || entry.isCharacterDevice();
}

// Some file systems do not say in a listing what an entry is.
function placeUnknown(
  directory: string,
  name: string,
  into: Record<"directories" | "files" | "links" | "sockets", string[]>,
): void {
  const stat = statOf(`${directory}/${name}`);
  if (stat === null) return;
  if (stat.isDirectory()) into.directories.push(name);
  else if (stat.isSymbolicLink()) into.links.push(name);
  else if (stat.isSocket()) into.sockets.push(name);
  else into.files.push(name);
}

/** Status of a byte path without following a link, or null. */
export function statOf(path: string): Stats | null {
  try {
    const fsPath = isAscii(path) ? path : toFsPath(path);
    return lstatSync(fsPath, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
