/**
 * Closed names that are not there yet, in every directory of a view where a rule names them without a wildcard. A view hides
 * them beforehand: a person who makes such a file while a command runs does not show it to the command.
 */
import { below, toBytePath } from "./byte-path.ts";
import type { ConfinementReading } from "./confinement-reading.ts";
import { statOf } from "./directory-cache.ts";
import { isWild, plainSegment } from "./pattern-shape.ts";

/** Paths below these directories; those that exist may be among them when they are closed as well. */
export function* absentNames(
  reading: ConfinementReading,
  directories: readonly string[],
): Generator<string> {
  const names = closedNames(reading);
  if (names.length === 0) return;
  const neutral = reading.triggers.neutral ?? "zq7-neutral-x9v";
  for (const directory of directories) {
    for (const { name, tree } of names) {
      const path = below(directory, name);
      if (reading.level(path) === 0) yield path;
      else if (tree && reading.level(below(path, neutral)) === 0 && statOf(path) === null)
        yield path;
    }
  }
}

interface ClosedName {
  readonly name: string;
  /** The rule speaks of what lies below the name. */
  readonly tree: boolean;
}

function closedNames(reading: ConfinementReading): readonly ClosedName[] {
  const names = new Map<string, boolean>();
  for (const { shape } of reading.readMasks) {
    if (shape.last === null || isWild(shape.last)) continue;
    const name = toBytePath(plainSegment(shape.last));
    names.set(name, shape.tree || names.get(name) === true);
  }
  return [...names].map(([name, tree]) => ({ name, tree }));
}
