/** The table of kinds, stemmed, so that it speaks of the same terms as the index. */
import { KIND_GROUPS } from "./kind-groups.ts";
import { stemWord } from "./stem-word.ts";

/** Gives the stems of what a stem is a kind of; empty for most. */
export type Kinds = (stem: string) => readonly string[];

export function createKinds(table: string = KIND_GROUPS): Kinds {
  const kinds = new Map<string, string[]>();
  for (const line of table.trim().split("\n")) {
    const [kind = "", ...members] = line.trim().split(/\s+/).map(stemWord);
    for (const member of members) {
      const known = kinds.get(member);
      if (known) known.push(kind);
      else kinds.set(member, [kind]);
    }
  }
  return (stem) => kinds.get(stem) ?? NONE;
}

const NONE: readonly string[] = Object.freeze([]);
