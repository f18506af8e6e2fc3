/** Prepared confinements by their content: every call computes its own, and most are the same. */
import type { Confinement } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import { type ConfinementReading, readingOf } from "./confinement-reading.ts";
import type { ReadConfinement } from "./read-confinement.ts";

const MAX_READINGS = 16;

/** Prepares confinements, the same one once. `trees` are reachable by every process. */
export function rememberReadings(
  readConfinement: ReadConfinement,
  trees: readonly string[],
): (confinement: Confinement) => ConfinementReading {
  const known = new Map<string, ConfinementReading>();
  const alsoReachable = trees.map((tree) => `${escapeGlob(tree)}/**`);
  /** One call asks about the same value several times. */
  const lately = new WeakMap<Confinement, ConfinementReading>();
  const byContent = (confinement: Confinement): ConfinementReading => {
    const key = JSON.stringify([confinement.read, confinement.write]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const reading = readingOf(confinement, { readConfinement, alsoReachable });
    if (known.size >= MAX_READINGS) known.clear();
    known.set(key, reading);
    return reading;
  };
  return (confinement) => {
    const reading = lately.get(confinement) ?? byContent(confinement);
    lately.set(confinement, reading);
    return reading;
  };
}
