/**
 * A confinement as the listing asks about it. Every answer about a path is the kernel's; what is computed here from the
 * patterns' outlines only says where asking is needless.
 *
 * Mounts know three levels. A path that may be written but not read has none of them: it is closed.
 */
import type { Confinement, FileConfinement, Mask } from "@toolplane/contract";
import { below, isGitFolder, toText } from "@toolplane/disk/paths";
import { isAscii, isWithin } from "@toolplane/readings";
import type { Listing } from "../disk/directory-cache.ts";
import { type NameTriggers, nameTriggers } from "./name-triggers.ts";
import { namedAnywhere } from "./named-anywhere.ts";
import { type PatternShape, patternShape } from "./pattern-shape.ts";
import type { ReadConfinement } from "./read-confinement.ts";

/** 0: closed; 1: read; 2: read and write. */
export type Level = 0 | 1 | 2;

/** A confinement, prepared for listing. */
export interface ConfinementReading {
  readonly confinement: Confinement;
  /** The level that the kernel permits at this byte path. */
  level(path: string): Level;
  /** True when its level is not 0, for those who need not know more. */
  mayRead(path: string): boolean;
  /** True when the kernel permits writing there, readable or not. */
  mayWrite(path: string): boolean;
  readonly triggers: NameTriggers;
  /** The files of a listing that are worth asking about. */
  notable(listing: Listing): readonly string[];
  /** False when everything below this directory is certain to have the level given. */
  mayDiffer(directory: string, level: Level): boolean;
  /** The paths where the readable reach can begin, as byte paths without one inside another. */
  readonly starts: readonly string[];
  /** Masks that take away reading (closed) or writing, with their outlines. */
  readonly readMasks: readonly ShapedMask[];
  readonly writeMasks: readonly ShapedMask[];
  /** Names without wildcards that cannot be written wherever they are. */
  readonly namedAnywhere: readonly string[];
}

export interface ShapedMask {
  readonly mask: Mask;
  readonly shape: PatternShape;
  /** Names that its matches can end in. */
  readonly triggers: NameTriggers;
  /** True when something opens parts of it, so that moving a path could take it out of the mask. */
  readonly hasExceptions: boolean;
}

/** Prepares a confinement. `alsoReachable` are trees that every process has (its temporary directory); masks hold there too. */
export function readingOf(
  confinement: Confinement,
  options: { readonly readConfinement: ReadConfinement; readonly alsoReachable: readonly string[] },
): ConfinementReading {
  const widened = {
    ...confinement,
    read: widen(confinement.read, options.alsoReachable),
    write: widen(confinement.write, options.alsoReachable),
  };
  const compiled = options.readConfinement(widened);
  const permits = (capability: "fs.read" | "fs.write", path: string) => {
    const text = toText(path);
    return compiled.permits({ capability, path: text, real: text });
  };
  const answers = new Map<string, Level>();
  const writable = new Map<string, boolean>();
  const shapes = outlines(widened);
  const triggers = nameTriggers(allPatterns(widened));
  const writeMasks = shapedMasks(widened.write);
  const notable = new WeakMap<Listing, readonly string[]>();
  return {
    confinement,
    level: (path) => {
      const known = answers.get(path);
      if (known !== undefined) return known;
      const level = !permits("fs.read", path) ? 0 : permits("fs.write", path) ? 2 : 1;
      if (answers.size > MAX_ANSWERS) answers.clear();
      answers.set(path, level);
      return level;
    },
    mayRead: (path) => {
      const known = answers.get(path);
      return known === undefined ? permits("fs.read", path) : known !== 0;
    },
    mayWrite: (path) => {
      const known = writable.get(path);
      if (known !== undefined) return known;
      const answer = permits("fs.write", path);
      if (writable.size > MAX_ANSWERS) writable.clear();
      writable.set(path, answer);
      return answer;
    },
    triggers,
    notable: (listing) => {
      const known = notable.get(listing);
      if (known !== undefined) return known;
      const names = listing.files.filter((name) => triggers.test(name) || isGitFolder(name));
      notable.set(listing, names);
      return names;
    },
    mayDiffer: (directory, level) => shapes[level].some((shape) => mayMatchBelow(shape, directory)),
    starts: startsOf(widened.read),
    readMasks: shapedMasks(widened.read),
    writeMasks,
    namedAnywhere: namedAnywhere(writeMasks.map(({ shape }) => shape)),
  };
}

const MAX_ANSWERS = 50_000;

function widen(files: FileConfinement, trees: readonly string[]): FileConfinement {
  return { ...files, reach: files.reach.map((scope) => [...scope, ...trees]) };
}

function openings(files: FileConfinement): readonly string[] {
  return [...files.reach.flat(), ...files.masks.flatMap((mask) => mask.except), ...files.opened];
}

function restrictions(files: FileConfinement): readonly string[] {
  return files.masks.map((mask) => mask.pattern);
}

// Patterns that could change the level below a directory: openings where it is closed, restrictions where it is open.
function outlines({ read, write }: Confinement): Readonly<Record<Level, readonly PatternShape[]>> {
  const shape = (patterns: readonly string[]) => [...new Set(patterns)].map(patternShape);
  return {
    0: shape(openings(read)),
    1: shape([...restrictions(read), ...openings(write)]),
    2: shape([...restrictions(read), ...restrictions(write)]),
  };
}

function allPatterns({ read, write }: Confinement): readonly string[] {
  return [read, write].flatMap((files) => [...openings(files), ...restrictions(files)]);
}

/** The level that the kernel permits for an ordinary name in this directory: its content is shown at that level. */
export function levelWithin(reading: ConfinementReading, directory: string): Level {
  return reading.level(below(directory, reading.triggers.neutral ?? "zq7-neutral-x9v"));
}

/** False when no path below this directory can match. */
export function mayMatchBelow(shape: PatternShape, directory: string): boolean {
  if (!isAscii(directory) || !isAscii(shape.head)) return true;
  const head = shape.head.toLowerCase();
  const folded = directory.toLowerCase();
  return isWithin(head, folded) || (!shape.literal && isWithin(folded, head));
}

function startsOf(read: FileConfinement): readonly string[] {
  const heads = [...new Set(read.reach.flat().map((pattern) => patternShape(pattern).head))];
  const ordered = heads.toSorted((one, other) => one.length - other.length);
  return ordered.filter((head, index) => !ordered.slice(0, index).some((up) => isWithin(head, up)));
}

function shapedMasks(files: FileConfinement): readonly ShapedMask[] {
  return files.masks.map((mask) => ({
    mask,
    shape: patternShape(mask.pattern),
    triggers: nameTriggers([mask.pattern]),
    hasExceptions: mask.except.length > 0 || (mask.action === "ask" && files.opened.length > 0),
  }));
}
