/**
 * The findings of a walk over one part of the reach. They depend on nothing but the confinement and the files there, so they
 * serve again for as long as those are the same, whatever happens in the other parts.
 */
import { realpathSync } from "node:fs";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { statOf } from "../disk/directory-cache.ts";
import { type ConfinementReading, mayMatchBelow } from "../reading/confinement-reading.ts";
import { isWild, type PatternShape, plainSegment } from "../reading/pattern-shape.ts";
import { openWalk, type PlanOptions, type Walk } from "./open-walk.ts";
import { visitStart } from "./visit-start.ts";

export interface WalkedStart
  extends Pick<
    Walk,
    "mounts" | "held" | "masked" | "unheldLinks" | "writable" | "closedLinks" | "met"
  > {
  readonly start: string;
  /** Closed names in views that may not be there yet. */
  readonly absent: readonly string[];
}

/** Names in views that are masked though they are not there, at most. */
export const MAX_ABSENT = 10_000;

/** Throws `too_large` past the bounds. */
export function walkStart(options: PlanOptions, start: string): WalkedStart {
  const walk = openWalk(options, [start]);
  visitStart(walk, start);
  const { mounts, held, masked, unheldLinks, writable, closedLinks, met } = walk;
  const absent = firstOf(absentNames(walk.reading, walk.shown), {
    most: options.maxAbsent ?? MAX_ABSENT,
    isWanted: (path) => !masked.has(path) && !mounts.has(path),
  });
  return { start, mounts, held, masked, unheldLinks, writable, closedLinks, met, absent };
}

function firstOf(
  names: Iterable<string>,
  { most, isWanted }: { readonly most: number; readonly isWanted: (name: string) => boolean },
): readonly string[] {
  const found: string[] = [];
  for (const name of names) {
    if (found.length >= most) break;
    if (isWanted(name)) found.push(name);
  }
  return found;
}

/** The paths where the reach begins and exists, as byte paths; none lies in another. */
export function realStarts(reading: ConfinementReading): readonly string[] {
  return reading.starts.map(toBytePath).filter((start) => isReal(start));
}

// Doors refuse a path whose links lead out of reach, so a start that is not its own real path opens nothing.
function isReal(start: string): boolean {
  try {
    return realpathSync.native(toFsPath(start), "latin1") === start;
  } catch {
    return false;
  }
}

/**
 * Closed names that are not there yet, in every directory of a view where a rule names them without a wildcard. A view hides
 * them beforehand: a person who makes such a file while a command runs does not show it to the command. Those that exist
 * may be among them when they are closed as well.
 */
function* absentNames(
  reading: ConfinementReading,
  directories: readonly string[],
): Generator<string> {
  const names = closedNames(reading);
  if (names.length === 0) return;
  const neutral = reading.triggers.neutral ?? "zq7-neutral-x9v";
  for (const directory of directories) {
    for (const { name, tree, shapes } of names) {
      if (!shapes.some((shape) => mayMatchBelow(shape, directory))) continue;
      const path = below(directory, name);
      if (!reading.mayRead(path)) yield path;
      else if (tree && !reading.mayRead(below(path, neutral)) && statOf(path) === null) yield path;
    }
  }
}

interface ClosedName {
  readonly name: string;
  /** A rule speaks of what lies below the name. */
  readonly tree: boolean;
  /** Shapes of the rules that end in it. */
  readonly shapes: readonly PatternShape[];
}

function closedNames(reading: ConfinementReading): readonly ClosedName[] {
  const shapes = new Map<string, PatternShape[]>();
  for (const { shape } of reading.readMasks) {
    if (shape.last === null || isWild(shape.last)) continue;
    const name = toBytePath(plainSegment(shape.last));
    shapes.set(name, [...(shapes.get(name) ?? []), shape]);
  }
  return [...shapes].map(([name, own]) => ({
    name,
    shapes: own,
    tree: own.some(({ tree }) => tree),
  }));
}
