/** Stems the table of related words, so that it holds the same terms as the index. */
import { stemWord } from "./stem-word.ts";
import { SYNONYM_GROUPS } from "./synonym-groups.ts";

/** Gives the stems related to a stem; empty for most. */
export type Synonyms = (stem: string) => readonly string[];

/** Reads the table. Costs a millisecond or two, so an index does it at its first search. */
export function createSynonyms(table: string = SYNONYM_GROUPS): Synonyms {
  const related = new Map<string, Set<string>>();
  for (const line of table.trim().split("\n")) {
    const stems = line.trim().split(/\s+/).map(stemWord);
    for (const stem of stems) {
      const others = related.get(stem) ?? new Set<string>();
      for (const other of stems) if (other !== stem) others.add(other);
      related.set(stem, others);
    }
  }
  const lists = new Map([...related].map(([stem, others]) => [stem, [...others]]));
  return (stem) => lists.get(stem) ?? NONE;
}

const NONE: readonly string[] = Object.freeze([]);
