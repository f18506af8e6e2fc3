/**
 * Folders of a process that runs on in which a name could be made that a rule closes. They are not shown themselves, but by
 * stand-ins, so that such a name is absent by construction whenever it is made. The outermost come first, as that is where people
 * keep what they hide, and folders of installed programs last. A folder past the bounds stays the real one.
 */
import { below, isGitFolder, toText } from "@toolplane/disk/paths";
import { type DirectoryCache, type Listing, statOf } from "../plan/disk/directory-cache.ts";
import { type ConfinementReading, mayMatchBelow } from "../plan/reading/confinement-reading.ts";

/** Bounds for all folders together, for their files are copied. */
export interface GuardBounds {
  readonly maxFolders: number;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export const GUARD_BOUNDS: GuardBounds = {
  maxFolders: 2_000,
  maxFiles: 20_000,
  maxBytes: 256 * 1024 * 1024,
};

/** Bounds for folders of installed programs: small ones are no burden, large ones are what every project has. */
const BULKY_BOUNDS: GuardBounds = {
  maxFolders: 200,
  maxFiles: 2_000,
  maxBytes: 16 * 1024 * 1024,
};

/**
 * Bounds for such a folder that is shown by itself, because a program that is spoken with was installed there: it holds no
 * secrets.
 */
const INSTALLED_BOUNDS: GuardBounds = {
  maxFolders: 20,
  maxFiles: 200,
  maxBytes: 4 * 1024 * 1024,
};

export interface GuardOptions {
  readonly starts: readonly string[];
  /** Those of them that are shown only because a program is installed there: no name says that of a workspace. */
  readonly installed: readonly string[];
  readonly reading: ConfinementReading;
  readonly directories: DirectoryCache;
  /** A folder that is shown in another way, or not at all. */
  isApart(path: string): boolean;
  /** Larger files are not copied. */
  readonly maxFileBytes: number;
  readonly bounds: GuardBounds;
}

/** The folders. Whatever holds one of them is among them, up to where the reach begins. */
export function guardedFolders(options: GuardOptions): ReadonlySet<string> {
  const isInstalled = (start: string) => options.installed.includes(start) && isBulky(start);
  const installed = options.starts.filter(isInstalled);
  const own = options.starts.filter((start) => !isInstalled(start));
  const first = walk(own, options, options.bounds);
  const bulky = walk(first.bulky, options, least(BULKY_BOUNDS, options.bounds));
  const shown = walk(installed, options, least(INSTALLED_BOUNDS, options.bounds));
  return new Set([...first.guarded, ...bulky.guarded, ...shown.guarded]);
}

function least(one: GuardBounds, other: GuardBounds): GuardBounds {
  return {
    maxFolders: Math.min(one.maxFolders, other.maxFolders),
    maxFiles: Math.min(one.maxFiles, other.maxFiles),
    maxBytes: Math.min(one.maxBytes, other.maxBytes),
  };
}

/** It lies in such a folder, or is one. */
function isBulky(start: string): boolean {
  return toText(start)
    .split("/")
    .some((name) => BULKY.has(name));
}

function walk(
  roots: readonly string[],
  options: GuardOptions,
  bounds: GuardBounds,
): { readonly guarded: readonly string[]; readonly bulky: readonly string[] } {
  const { reading, directories, isApart } = options;
  const closes = reading.readMasks.map(({ shape }) => shape);
  const guarded: string[] = [];
  const bulky: string[] = [];
  const waiting = [...roots];
  const left = { files: bounds.maxFiles, bytes: bounds.maxBytes };
  for (const path of waiting) {
    if (guarded.length >= bounds.maxFolders) break;
    if (isApart(path) || !closes.some((shape) => mayMatchBelow(shape, path))) continue;
    const listing = directories.list(path);
    if (listing === null || listing.total > left.files) continue;
    const bytes = bytesOf(path, listing, options.maxFileBytes);
    if (bytes > left.bytes) continue;
    left.files -= listing.total;
    left.bytes -= bytes;
    guarded.push(path);
    // Git's own files are no secrets, and are written all the time.
    for (const name of listing.directories.filter((each) => !isGitFolder(each)))
      (BULKY.has(toText(name)) ? bulky : waiting).push(below(path, name));
  }
  return { guarded, bulky };
}

function bytesOf(folder: string, { files }: Listing, maxFileBytes: number): number {
  let bytes = 0;
  for (const name of files) {
    const size = statOf(below(folder, name))?.size ?? 0;
    if (size <= maxFileBytes) bytes += size;
  }
  return bytes;
}

const BULKY: ReadonlySet<string> = new Set([
  ...["node_modules", "bower_components", "jspm_packages", ".pnpm-store", "vendor", "target"],
  ...[".venv", "venv", "site-packages", "__pycache__", ".next", ".cache"],
]);
