/**
 * Finds the terms of the catalog that answer a term of a request: itself, its synonyms, what it is a kind of, longer words made
 * with it, and, when the catalog has never seen it, words one slip of the finger away. What is not the word itself counts for a
 * part; synonyms count for more when the word itself is unknown, because then they are all there is.
 */
import type { Kinds } from "./create-kinds.ts";
import type { Synonyms } from "./create-synonyms.ts";
import type { QueryTerm } from "./read-query.ts";
import type { Variant } from "./score-board.ts";
import type { Term, TermTable } from "./term-table.ts";

const SYNONYM = 0.3;
const SYNONYM_OF_UNKNOWN = 0.7;
const KIND = 0.6;
const COMPOUND = 0.4;
const SLIP = 0.6;

/** The tables in which variants are looked up. */
export interface VariantSource {
  readonly terms: TermTable;
  readonly synonyms: Synonyms;
  readonly kinds: Kinds;
  readonly size: number;
}

/** Finds the variants of one term, each once, at its best weight. */
export function findVariants(
  { stem, weight }: QueryTerm,
  source: VariantSource,
): readonly Variant[] {
  const { terms, synonyms, kinds, size } = source;
  const found = new Map<Term, number>();
  const offer = (term: Term | undefined, share: number): void => {
    if (term && share > (found.get(term) ?? 0)) found.set(term, share);
  };
  const own = terms.find(stem);
  offer(own, 1);
  for (const other of synonyms(stem)) offer(terms.find(other), own ? SYNONYM : SYNONYM_OF_UNKNOWN);
  for (const kind of kinds(stem)) offer(terms.find(kind), KIND);
  for (const term of terms.compounds(stem)) offer(term, COMPOUND);
  if (found.size === 0) for (const term of terms.near(stem)) offer(term, SLIP);
  return [...found].map(([term, share]) => ({
    term,
    worth: weight * share * rarity(term.slots.length, size),
  }));
}

/** BM25's inverse document frequency: a term that few tools hold says more. */
export function rarity(holders: number, size: number): number {
  return Math.log(1 + (size - holders + 0.5) / (holders + 0.5));
}
