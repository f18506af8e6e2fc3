/**
 * Finds the programs that a file is another name of: the same file by a hard link, or one that holds the same. An earlier call
 * may have made it, and a rule about a program means the program, not its name. Folders of programs are listed at the first use
 * and again when they change, which is looked at once for each line. Nothing is read but where two sizes are equal, and then only
 * both ends: a file that begins and ends alike and is as long is the same program, even with a byte changed between.
 */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { isWithin, posixPath } from "@toolplane/readings";
import type { Places } from "../places/places.ts";

/** Folders in which programs are installed, whatever PATH says. */
const INSTALLED = "/usr/local/bin /usr/local/sbin /usr/bin /usr/sbin /bin /sbin".split(" ");
/** Folders that a person without special rights does not write to. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap)\//;
const END_BYTES = 65_536;
/** More names of one file than this are a program that does what its name says: under another name it is none of them. */
const MAX_NAMES = 8;
/** More programs in one folder are not looked at. */
const MAX_PROGRAMS = 20_000;

/** Finds the paths of the programs that a file, or a bare name that PATH leads to, is another name of. */
export type TwinFinder = (program: string) => readonly string[];

/** Gives what opens a finder for one line. */
export function createTwinFinder(places: Places, path: string | undefined): () => TwinFinder {
  const isOwn = (folder: string) => places.roots.some((root) => isWithin(folder, root));
  const named = (path ?? "").split(":").filter((part) => part.startsWith("/"));
  const folders = [...new Set([...named, ...INSTALLED].map(realFolder))].filter(
    (folder) => folder !== "" && !isOwn(folder),
  );
  const reached = named.filter((folder) => !SYSTEM.test(`${folder}/`));
  const listings = new Map<string, Listing>();
  return () => {
    const fresh = new Map<string, Listing>();
    const listed = (folder: string): Listing => {
      const listing = fresh.get(folder) ?? listFolder(folder, listings.get(folder));
      fresh.set(folder, listing);
      listings.set(folder, listing);
      return listing;
    };
    return (program) => {
      const files = program.includes("/")
        ? [program]
        : reached.flatMap((folder) =>
            listed(folder).names.has(program) ? [posixPath.join(folder, program)] : [],
          );
      return files.flatMap((file) => {
        const stat = lookAt(file);
        if (stat === undefined || SYSTEM.test(file)) return [];
        return twinsOf(file, stat, folders.map(listed));
      });
    };
  };
}

interface Listing {
  readonly folder: string;
  readonly changed: number;
  readonly names: ReadonlySet<string>;
  /** Paths of programs by their size. */
  readonly bySize: ReadonlyMap<number, readonly string[]>;
}

function listFolder(folder: string, known: Listing | undefined): Listing {
  const changed = lookAt(folder)?.ctimeMs ?? 0;
  if (known?.changed === changed) return known;
  const bySize = new Map<number, string[]>();
  const names = namesIn(folder);
  for (const name of names.slice(0, MAX_PROGRAMS)) {
    const path = posixPath.join(folder, name);
    const stat = lookAt(path, lstatSync);
    // A link is another name of what is listed as itself.
    if (!stat?.isFile() || stat.size === 0) continue;
    const alike = bySize.get(stat.size);
    if (alike) alike.push(path);
    else bySize.set(stat.size, [path]);
  }
  return { folder, changed, names: new Set(names), bySize };
}

/** Its twins elsewhere: beside it stand names that it was installed under. */
function twinsOf(file: string, stat: Stats, listings: readonly Listing[]): readonly string[] {
  if (!stat.isFile()) return [];
  const real = realFolder(file);
  const beside = real.slice(0, real.lastIndexOf("/"));
  const twins = listings
    .filter(({ folder }) => folder !== beside)
    .flatMap(({ bySize }) => bySize.get(stat.size) ?? [])
    .filter((path) => isSame(real, stat, path));
  const own = nameOf(file);
  if (twins.some((path) => nameOf(path) === own && SYSTEM.test(path))) return [];
  return twins.length > MAX_NAMES ? [] : twins;
}

function isSame(file: string, { dev, ino, size }: Stats, other: string): boolean {
  const stat = lookAt(other);
  if (stat === undefined || stat.size !== size) return false;
  if (stat.ino === ino && stat.dev === dev) return true;
  const begin = 0;
  const end = Math.max(0, size - END_BYTES);
  return [begin, end].every((from) => {
    const one = readPart(file, from);
    const two = readPart(other, from);
    return one !== undefined && two !== undefined && one.equals(two);
  });
}

function readPart(path: string, from: number): Buffer | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const part = Buffer.alloc(END_BYTES);
      return part.subarray(0, readSync(file, part, 0, END_BYTES, from));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function lookAt(
  path: string,
  look: typeof statSync | typeof lstatSync = statSync,
): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path without links; empty where there is nothing. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return "";
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
