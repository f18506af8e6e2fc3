/**
 * Lists the folders and links in folders of a workspace, and remembers them. Every landing asks about some hundred folders and changes
 * a few of them: the rest are not listed again.
 */
import { readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { statsOf } from "../stats-of.ts";

/** Paths. A folder that cannot be listed has nothing. */
export interface FolderListing {
  readonly folders: readonly string[];
  readonly links: readonly string[];
  /** How it was just before it was listed; absent where there is none. */
  readonly stat: Stats | undefined;
}

export type ListFolder = (folder: string) => FolderListing;

/** Change times are told in steps, on some disks of two seconds: within one of them a folder can change without showing it. */
const COARSENESS_MS = 3_000;
/** Listings at most; beyond, all are forgotten. */
const MAX_KEPT = 1_000;

/** Lists a folder again whenever it is another one or its names changed. */
export function rememberListings(nowMs: () => number = Date.now): ListFolder {
  const known = new Map<string, { readonly state: string; readonly listing: FolderListing }>();
  return (folder) => {
    // Both before the folder is listed: what comes meanwhile makes it another state.
    const atMs = nowMs();
    const stat = statsOf(folder);
    const state = stat === undefined ? "" : stateOf(stat);
    const kept = known.get(folder);
    if (kept?.state === state) return kept.listing;
    const listing = { ...listingOf(folder), stat };
    known.delete(folder);
    if (known.size >= MAX_KEPT) known.clear();
    if (stat !== undefined && atMs - stat.ctimeMs > COARSENESS_MS)
      known.set(folder, { state, listing });
    return listing;
  };
}

function stateOf({ dev, ino, ctimeMs, mtimeMs }: Stats): string {
  return `${dev} ${ino} ${ctimeMs} ${mtimeMs}`;
}

function listingOf(folder: string): Pick<FolderListing, "folders" | "links"> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const pathsOf = (wanted: typeof entries) => wanted.map(({ name }) => join(folder, name));
    return {
      folders: pathsOf(entries.filter((entry) => entry.isDirectory())),
      links: pathsOf(entries.filter((entry) => entry.isSymbolicLink())),
    };
  } catch {
    return { folders: [], links: [] };
  }
}
