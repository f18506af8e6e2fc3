/**
 * What a walk over one part of the reach found. It depends on nothing but the confinement and what lies there, so it serves again
 * for as long as that is the same, whatever happens in the other parts.
 */
import { realpathSync } from "node:fs";
import { absentNames } from "./absent-names.ts";
import { toBytePath, toFsPath } from "./byte-path.ts";
import type { ConfinementReading } from "./confinement-reading.ts";
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

/** Where the reach begins and exists, as byte paths; none lies in another. */
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
