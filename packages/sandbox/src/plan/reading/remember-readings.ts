/** Prepared confinements by their content: every call computes its own, and most of a session are the same. */
import type { Confinement } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import { type ConfinementReading, readingOf } from "./confinement-reading.ts";
import type { ReadConfinement } from "./read-confinement.ts";

const MAX_READINGS = 64;

/** Prepares a confinement, the same one once. `trees` are reachable by its process whatever it says: its scratch folder. */
export type Readings = (confinement: Confinement, trees?: readonly string[]) => ConfinementReading;

export function rememberReadings(readConfinement: ReadConfinement): Readings {
  const known = new Map<string, ConfinementReading>();
  /** One call asks about the same value several times. */
  const lately = new WeakMap<
    Confinement,
    { readonly of: string; readonly made: ConfinementReading }
  >();
  const byContent = (confinement: Confinement, trees: readonly string[]): ConfinementReading => {
    const key = JSON.stringify([confinement.read, confinement.write, trees]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const alsoReachable = trees.map((tree) => `${escapeGlob(tree)}/**`);
    const reading = readingOf(confinement, { readConfinement, alsoReachable });
    if (known.size >= MAX_READINGS) known.clear();
    known.set(key, reading);
    return reading;
  };
  return (confinement, trees = []) => {
    const of = trees.join("\0");
    const last = lately.get(confinement);
    if (last?.of === of) return last.made;
    const made = byContent(confinement, trees);
    lately.set(confinement, { of, made });
    return made;
  };
}
