/**
 * Finds files by their names below a folder that a process is shown, to say what it may have read. Bounded. Every
 * command asks, so the folders are walked again only when one of them changed.
 */
import { realpathSync } from "node:fs";
import type { Analyzer } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/paths";
import { below, readPathText, toBytePath, toText } from "@toolplane/disk/paths";
import {
  createDirectoryCache,
  type DirectoryCache,
  type Listing,
  statOf,
} from "../plan/disk/directory-cache.ts";
import { type FromListings, fromListings } from "../plan/disk/from-listings.ts";

/** Names that are looked at: some tenth of a second. */
const MAX_ENTRIES = 20_000;
/** Trees that are kept; a session has a few folders of its own. */
const MAX_TREES = 16;

/**
 * Folders that hold the most files and nothing private, because anyone can download them; git's own folder is judged as history.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".venv", "__pycache__"]);

export type NamedLister = NonNullable<Analyzer["named"]>;

/** Walked trees, for all sessions of a host. */
export interface NamedTrees {
  /** The tree below a folder, as it is now. */
  current(root: string): Promise<Tree>;
  close(): void;
}

interface Tree {
  /** Folders by their byte paths, with what lies in them. */
  readonly folders: readonly { readonly path: string; readonly listing: Listing }[];
  readonly complete: boolean;
}

/** Without our own data, where that lies among them: it is closed to every process. */
export function createNamedTrees(
  { userData }: Pick<Places, "userData">,
  most: number = MAX_ENTRIES,
): NamedTrees {
  const closed = toBytePath(userData);
  const directories = createDirectoryCache();
  const kept = new Map<string, FromListings<Tree>>();
  return {
    current(root) {
      const known = kept.get(root);
      if (known !== undefined) return known.current();
      const [oldest] = kept.keys();
      if (kept.size >= MAX_TREES && oldest !== undefined) {
        kept.get(oldest)?.close();
        kept.delete(oldest);
      }
      const made = fromListings(directories, (listed) => walk(root, listed, { closed, most }));
      kept.set(root, made);
      return made.current();
    },
    close() {
      for (const tree of kept.values()) tree.close();
      kept.clear();
    },
  };
}

/**
 * Makes `Analyzer.named`: absolute paths. Folders behind links are not looked through. Of a link to a file both names count, and
 * its target is reported where that is the one that is meant.
 */
export function createNamedLister(places: Places, trees: NamedTrees): NamedLister {
  const found = new WeakMap<NamedParameters[1], WeakMap<Listing, readonly string[]>>();
  return async (text, mayBeMeant) => {
    const root = readPathText(text, places);
    if (!root.ok) return { paths: [], complete: false };
    const { folders, complete } = await trees.current(toBytePath(root.value));
    const known = found.get(mayBeMeant) ?? new WeakMap<Listing, readonly string[]>();
    found.set(mayBeMeant, known);
    const paths = folders.flatMap(({ path, listing }) => {
      const meant = known.get(listing) ?? meantIn(path, listing, mayBeMeant);
      known.set(listing, meant);
      // Where a link leads can change without its folder.
      return listing.links.length === 0 ? meant : [...meant, ...leadsTo(path, listing, mayBeMeant)];
    });
    return { paths, complete };
  };
}

/** Folders below one that hold a repository, or are one without a working folder. */
export function createRepositoryLister(
  places: Places,
  trees: NamedTrees,
): (path: string) => Promise<{ readonly paths: readonly string[]; readonly complete: boolean }> {
  return async (text) => {
    const root = readPathText(text, places);
    if (!root.ok) return { paths: [], complete: false };
    const { folders, complete } = await trees.current(toBytePath(root.value));
    const paths = folders.flatMap(({ path, listing }) =>
      isRepository(listing) ? [toText(path)] : [],
    );
    return { paths, complete };
  };
}

/** Makes `Analyzer.changedSince`: by the time of a change, which no program can set back. */
export function createChangedLister(
  places: Places,
  trees: NamedTrees,
): NonNullable<Analyzer["changedSince"]> {
  return async (text, wallMs) => {
    const root = readPathText(text, places);
    if (!root.ok) return [];
    const { folders } = await trees.current(toBytePath(root.value));
    const own = folders.flatMap(({ path, listing }) => changedIn(path, listing.files, wallMs));
    return [...own, ...folders.flatMap(({ path }) => changedObjects(path, wallMs))].map(toText);
  };
}

function changedIn(folder: string, names: readonly string[], wallMs: number): readonly string[] {
  return names
    .map((name) => below(folder, name))
    .filter((path) => (statOf(path)?.ctimeMs ?? 0) >= wallMs);
}

/** Objects of a repository that lie in files of their own; git makes a folder for the first of each. */
function changedObjects(folder: string, wallMs: number): readonly string[] {
  const objects = below(folder, ".git/objects");
  if (statOf(objects) === null) return [];
  const cache = createDirectoryCache();
  return (cache.list(objects)?.directories ?? [])
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .map((name) => below(objects, name))
    .filter((fan) => (statOf(fan)?.ctimeMs ?? 0) >= wallMs)
    .flatMap((fan) => changedIn(fan, cache.list(fan)?.files ?? [], wallMs));
}

function isRepository({ directories, files, links }: Listing): boolean {
  if ([directories, files, links].some((names) => names.includes(".git"))) return true;
  return files.includes("HEAD") && directories.includes("objects");
}

type NamedParameters = Parameters<NamedLister>;

function meantIn(
  folder: string,
  { files, links, sockets }: Listing,
  mayBeMeant: NamedParameters[1],
): readonly string[] {
  return [...files, ...links, ...sockets]
    .map((name) => toText(below(folder, name)))
    .filter(mayBeMeant);
}

function leadsTo(
  folder: string,
  { links }: Listing,
  mayBeMeant: NamedParameters[1],
): readonly string[] {
  return links.flatMap((name) => {
    const real = realOf(toText(below(folder, name)));
    return real !== null && mayBeMeant(real) ? [real] : [];
  });
}

function walk(
  root: string,
  directories: DirectoryCache,
  { closed, most }: { readonly closed: string; readonly most: number },
): Tree {
  const folders: Tree["folders"][number][] = [];
  const waiting = [root];
  let looked = 0;
  let complete = true;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const listing = directories.list(at);
    if (listing === null) {
      // A folder that is gone holds nothing; one that cannot be read may hold anything.
      if (statOf(at)?.isDirectory() === true) complete = false;
      continue;
    }
    looked += listing.total;
    if (looked > most) return { folders, complete: false };
    folders.push({ path: at, listing });
    const inside = listing.directories.filter((name) => !LEFT_OUT.has(name));
    waiting.push(...inside.map((name) => below(at, name)).filter((path) => path !== closed));
  }
  return { folders, complete };
}

/** Null for a link that leads nowhere. */
function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
