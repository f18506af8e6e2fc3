/** Matches what really started against the units that the analysis had named. */
import type { ShellUnit, ShellWord } from "@toolplane/contract";
import type { Spawn } from "./read-log.ts";

/** How well a spawn was foreseen: not at all, in another directory, or exactly. */
export type Foresight = "unseen" | "elsewhere" | "seen";

/** The best that any unit has to say about a spawn. */
export function foresee(spawn: Spawn, units: readonly ShellUnit[]): Foresight {
  let best: Foresight = "unseen";
  for (const unit of units) {
    if (!wordsMatch(unit.argv, spawn.argv)) continue;
    if (unit.cwd === null || unit.cwd === spawn.cwd) return "seen";
    best = "elsewhere";
  }
  return best;
}

/** A dynamic word may become any number of words; a literal one is exactly itself. */
function wordsMatch(words: readonly ShellWord[], argv: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const at of reached) {
      if (typeof word === "string") {
        if (argv[at] === word) next.add(at + 1);
      } else for (let to = at; to <= argv.length; to += 1) next.add(to);
    }
    reached = next;
  }
  return reached.has(argv.length);
}
