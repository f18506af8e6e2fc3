/**
 * Finds what a process changed in its stage since the last look, as changes of the output. A new folder comes as one, and a folder
 * goes as one where nothing in it is anybody else's.
 */
import type { Change } from "@toolplane/contract";
import type { OutputChange } from "@toolplane/disk/journal";
import { below, nameOf, parentOf, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "../plan/disk/directory-cache.ts";
import { copyOut, GONE, leadsUp, signature, typeOf, walk } from "./staged-files.ts";

/** The signatures of a path when it was last brought over, on both sides. */
export interface Known {
  readonly staged: string;
  readonly real: string;
}

export interface StageSides {
  /** The paths in the stage, folders before what is in them. */
  readonly found: readonly string[];
  readonly known: Map<string, Known>;
  /** Paths that somebody else changed: nothing of them is touched any more. */
  readonly theirs: Set<string>;
  /** The path in the output. */
  realOf(path: string): string;
  mayWrite(real: string): boolean;
  /** The texts of paths that stay out. */
  heldOf(changes: readonly Change[]): ReadonlySet<string>;
  readonly maxEntries: number;
}

interface Staged {
  readonly path: string;
  readonly staged: string;
  readonly real: string;
  readonly type: Change["type"];
}

export interface StageDraft {
  readonly change: OutputChange;
  /** Paths of the stage that come over with it, and those that are gone with it. */
  readonly brings: readonly Staged[];
  readonly takes: readonly string[];
}

/** None lies in another. */
export function draftChanges(sides: StageSides): readonly StageDraft[] {
  const drafts: StageDraft[] = [];
  /** By folder that comes whole: all that comes with it. */
  const trees = new Map<string, Staged[]>();
  for (const item of freshOf(sides)) {
    const tree = trees.get(parentOf(item.path));
    if (tree !== undefined) {
      tree.push(item);
      if (item.type === "directory") trees.set(item.path, tree);
      continue;
    }
    if (!mayCome(sides, item)) continue;
    const brings = [item];
    if (item.type === "directory") trees.set(item.path, brings);
    const takes = isFolder(item.real) ? knownIn(sides, item) : [];
    drafts.push({
      change: {
        path: item.real,
        copyTo: copier(brings),
        paths: () => brings.map(({ real }) => real),
      },
      brings,
      takes,
    });
  }
  const swapped = new Set(drafts.flatMap(({ takes, brings }) => (takes.length > 0 ? brings : [])));
  return [...drafts, ...goneOf(sides, new Set([...swapped].map(({ path }) => path)))];
}

/** Finds what is new or different in the stage, and may be written. */
function freshOf(sides: StageSides): readonly Staged[] {
  const fresh = sides.found.flatMap((path): readonly Staged[] => {
    if (isTheirs(sides, path)) return [];
    const staged = signature(path);
    if (sides.known.get(path)?.staged === staged) return [];
    const real = sides.realOf(path);
    const type = typeOf(statOf(path));
    return type !== null && sides.mayWrite(real) ? [{ path, staged, real, type }] : [];
  });
  const held = sides.heldOf(
    fresh.map(
      ({ real, type }): Change => ({
        path: toText(real),
        kind: "added",
        type,
        mode: 0,
        bytes: 0,
      }),
    ),
  );
  return fresh.filter(({ real }) => !held.has(toText(real)));
}

function isTheirs({ theirs }: StageSides, path: string): boolean {
  if (theirs.size === 0) return false;
  for (let at = path; at !== "/"; at = parentOf(at)) if (theirs.has(at)) return true;
  return false;
}

/** True when a path of the output is as the process last saw it, so that something may come there. */
function mayCome(sides: StageSides, { path, staged, real, type }: Staged): boolean {
  const { known, theirs } = sides;
  const before = known.get(path);
  const now = signature(real);
  const isThere = isFolder(real);
  if ((type === "directory" && isThere) || (type === "link" && leadsUp(path))) {
    known.set(path, { staged, real: now });
    return false;
  }
  // Another process made it, changed it or removed it since.
  if (now !== (before?.real ?? GONE)) {
    theirs.add(path);
    return false;
  }
  if (!isFolder(parentOf(real))) return false;
  return !isThere || isWhollyKnown(sides, path);
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** True when all that is in a folder of the output is what the process last saw there, and may be removed. */
function isWhollyKnown({ known, realOf, mayWrite, maxEntries }: StageSides, path: string): boolean {
  const folder = realOf(path);
  const inside = walk(folder, maxEntries);
  return (
    inside.length <= maxEntries &&
    inside.every((real) => {
      const before = known.get(`${path}${real.slice(folder.length)}`);
      return before !== undefined && before.real === signature(real) && mayWrite(real);
    })
  );
}

function knownIn(
  { known }: StageSides,
  { path, real }: Pick<Staged, "path" | "real">,
): readonly string[] {
  return isFolder(real) ? [...known.keys()].filter((each) => isWithin(each, path)) : [path];
}

/** Finds what the process removed. A folder in which somebody else has something stays, without what was the process's to remove. */
function goneOf(sides: StageSides, swapped: ReadonlySet<string>): readonly StageDraft[] {
  const { known, theirs, realOf, mayWrite } = sides;
  const seen = new Set(sides.found);
  const gone = [...known.keys()].filter((path) => !seen.has(path) && signature(path) === GONE);
  const drafts: StageDraft[] = [];
  const whole = new Set(swapped);
  for (const path of gone.toSorted()) {
    if (isBelowOne(path, whole)) continue;
    const real = realOf(path);
    const now = signature(real);
    const isOurs = now === known.get(path)?.real;
    if (!isOurs && now !== GONE) theirs.add(path);
    if (!isOurs || isTheirs(sides, path) || !mayWrite(real) || !mayGo(sides, path)) {
      known.delete(path);
      continue;
    }
    whole.add(path);
    drafts.push({
      change: { path: real, copyTo: null, paths: () => [real] },
      brings: [],
      takes: knownIn(sides, { path, real }),
    });
  }
  return drafts;
}

function mayGo(sides: StageSides, path: string): boolean {
  return !isFolder(sides.realOf(path)) || isWhollyKnown(sides, path);
}

function isBelowOne(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = parentOf(path); at !== "/"; at = parentOf(at)) if (folders.has(at)) return true;
  return false;
}

/** Copies the first of them, and what comes with it into it. */
function copier(brings: readonly Staged[]): (target: string) => boolean {
  return (target) => {
    const [top, ...inside] = brings;
    if (top === undefined || !copyOut(top.path, target, top.type)) return false;
    for (const { path, type } of inside) {
      const place = `${target}${path.slice(top.path.length)}`;
      // A folder on the way may have become something else: then what was in it waits for the next look.
      if (isFolder(parentOf(place))) copyOut(path, below(parentOf(place), nameOf(place)), type);
    }
    return true;
  };
}
