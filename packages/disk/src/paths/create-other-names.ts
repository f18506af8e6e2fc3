/**
 * Finds other names of one file inside the workspace: hard links of it, and links that lead to it or to a folder above it. A rule
 * that closes one of them closes the file, by whatever name it is asked for.
 *
 * Hard links are looked for only when a file says that it has some. Giving a file another name changes its inode, so one walk
 * serves all whose inode is older than it. Links do not show on what they lead to; they are listed again after a while.
 */
import { type BigIntStats, lstatSync, readdirSync, realpathSync } from "node:fs";
import { isWithin, posixPath } from "@toolplane/readings";
import type { Places } from "./places/places.ts";

export interface OtherNamesOptions {
  readonly places: Pick<Places, "roots">;
  /** Entries that one walk looks at; what lies behind is not known by other names. */
  readonly maxEntries?: number;
  readonly nowMs?: () => number;
}

interface OtherNamesUse {
  readonly stat?: BigIntStats | undefined;
  /** Says of a name, and of a link to a folder above, whether it counts. A link is asked about once by the same function. */
  readonly matters?: Matters | undefined;
}

type Matters = (name: string) => boolean;

/** Other names of the thing at a real path, with the number of its hard links. */
export type OtherNames = (real: string, links: number, use?: OtherNamesUse) => readonly string[];

const MAX_ENTRIES = 200_000;
/** Links are listed again and again, so they are looked for in fewer places, those nearest to the root first. */
const MAX_LINK_ENTRIES = 20_000;
const LINKS_LAST_MS = 10_000;
/** The step of file times. */
const CLOCK_STEP_MS = 50;
/** Folders that tools fill: links abound there, and a person keeps no secrets there. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set([".git", "node_modules", ".venv", "venv"]);

export function createOtherNames(options: OtherNamesOptions): OtherNames {
  const { places, maxEntries = MAX_ENTRIES, nowMs = Date.now } = options;
  let hard: { readonly names: ReadonlyMap<string, readonly string[]>; readonly atMs: number } = {
    names: new Map(),
    atMs: Number.NEGATIVE_INFINITY,
  };
  let soft: { readonly names: ReadonlyMap<string, readonly string[]>; readonly atMs: number } =
    hard;
  // Thousands of links may lead to one folder, and thousands of files lie in it.
  let picked = new WeakMap<Matters, Map<string, readonly string[]>>();
  function linksTo(target: string, matters: Matters | undefined): readonly string[] {
    const links = soft.names.get(target) ?? [];
    if (matters === undefined || links.length === 0) return links;
    const known = picked.get(matters) ?? new Map<string, readonly string[]>();
    picked.set(matters, known);
    const found = known.get(target) ?? links.filter(matters);
    known.set(target, found);
    return found;
  }
  function hardLinks(real: string, stat: BigIntStats): readonly string[] {
    const key = inodeOf(stat);
    const isKnown = Number(stat.ctimeMs) < hard.atMs - CLOCK_STEP_MS;
    if (!isKnown || !stillNamed(hard.names.get(key), key)) {
      const atMs = nowMs();
      hard = { names: findHardLinks(places.roots, maxEntries), atMs };
    }
    return (hard.names.get(key) ?? []).filter((name) => name !== real);
  }
  function softLinks(real: string, matters: Matters | undefined): readonly string[] {
    const atMs = nowMs();
    if (atMs - soft.atMs > LINKS_LAST_MS) {
      soft = { names: findLinks(places.roots, Math.min(maxEntries, MAX_LINK_ENTRIES)), atMs };
      picked = new WeakMap();
    }
    if (soft.names.size === 0) return [];
    const found: string[] = [];
    for (let at = real; at !== "/"; at = posixPath.parent(at))
      for (const name of linksTo(at, matters)) found.push(name + real.slice(at.length));
    return found;
  }
  return (real, links, { stat: given, matters } = {}) => {
    const isInside = places.roots.some((root) => isWithin(real, root));
    const linked = isInside ? softLinks(real, matters) : [];
    const stat = links > 1 ? (given ?? lookAt(real)) : undefined;
    if (!stat?.isFile()) return linked;
    const hardNames = hardLinks(real, stat);
    return [...linked, ...(matters === undefined ? hardNames : hardNames.filter(matters))];
  };
}

function inodeOf(stat: BigIntStats): string {
  return `${stat.dev}:${stat.ino}`;
}

/** A folder that was renamed took its files along without a trace on them. */
function stillNamed(names: readonly string[] | undefined, key: string): boolean {
  return (names ?? []).every((name) => {
    const stat = lookAt(name);
    return stat !== undefined && inodeOf(stat) === key;
  });
}

function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function findHardLinks(
  roots: readonly string[],
  maxEntries: number,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  walk(roots, { maxEntries, skips: isObjects }, (path, kind) => {
    const stat = kind === "file" ? lookAt(path) : undefined;
    if (stat && stat.nlink > 1n) add(names, inodeOf(stat), path);
  });
  return names;
}

/** Objects are written once, and clones share them on purpose. */
function isObjects(path: string): boolean {
  return path.endsWith("/.git/objects");
}

function findLinks(
  roots: readonly string[],
  maxEntries: number,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const skips = (path: string) => WITHOUT_LINKS.has(posixPath.name(path));
  walk(roots, { maxEntries, skips }, (path, kind) => {
    if (kind !== "link") return;
    try {
      add(names, realpathSync.native(path), path);
    } catch {
      // It leads nowhere.
    }
  });
  return names;
}

function add(names: Map<string, string[]>, key: string, name: string): void {
  const known = names.get(key);
  if (known) known.push(name);
  else names.set(key, [name]);
}

function walk(
  roots: readonly string[],
  bounds: { readonly maxEntries: number; readonly skips: (path: string) => boolean },
  see: (path: string, kind: "file" | "link") => void,
): void {
  const waiting = [...roots];
  let left = bounds.maxEntries;
  // Grows while it is gone through: folders in order of their depth.
  for (const at of waiting)
    for (const entry of entriesOf(at)) {
      left -= 1;
      if (left <= 0) return;
      const path = posixPath.join(at, entry.name);
      if (entry.isFile()) see(path, "file");
      else if (entry.isSymbolicLink()) see(path, "link");
      else if (entry.isDirectory() && !bounds.skips(path)) waiting.push(path);
    }
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
