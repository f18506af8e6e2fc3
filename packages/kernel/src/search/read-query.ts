/**
 * A request as weighted terms. People ask in sentences, and a request often names several jobs ("book a hotel and convert
 * 500 euros"); so its clauses are kept apart beside the whole, and each may find its own tool. Numbers are values, not what a
 * tool is called, and are left out.
 */
import { STOP_WORDS, WEAK_WORDS } from "./common-words.ts";
import { readWords } from "./read-words.ts";

export interface QueryTerm {
  readonly stem: string;
  readonly weight: number;
  /** The clauses it stands in. */
  readonly clauses: readonly number[];
}

/** A request, read. */
export interface ReadQuery {
  readonly terms: readonly QueryTerm[];
  /** The stems in order of the text, for phrases; an empty one ends a clause. */
  readonly order: readonly string[];
  readonly clauseCount: number;
}

/** What is read of a request; what follows is left unread. */
const MAX_CHARACTERS = 4_000;
const MAX_TERMS = 64;
/** Jobs that are told apart. */
export const MAX_CLAUSES = 8;
/** Fewer words than these are no job of their own. */
const MIN_CLAUSE_TERMS = 3;
const WEAK_WEIGHT = 0.3;
const CLAUSE_BORDER = /[.?!;]\s|\b(?:and|then|also|finally)\b/i;

/** Reads a request. `stem` is given, because an index keeps the stems it has seen. */
export function readQuery(text: string, stem: (word: string) => string): ReadQuery {
  const found = new Map<string, { weight: number; clauses: number[] }>();
  const order: string[] = [];
  let clauseCount = 0;
  for (const clause of text.slice(0, MAX_CHARACTERS).split(CLAUSE_BORDER)) {
    const words = readWords(clause).filter(isMeaningful);
    const stems = words.map(stem);
    const counts = new Set(stems).size >= MIN_CLAUSE_TERMS && clauseCount < MAX_CLAUSES;
    for (const [at, one] of stems.entries()) {
      const weight = WEAK_WORDS.has(words[at] as string) ? WEAK_WEIGHT : 1;
      const known = found.get(one) ?? { weight, clauses: [] };
      if (found.size < MAX_TERMS) found.set(one, known);
      known.weight = Math.max(known.weight, weight);
      if (counts && known.clauses.at(-1) !== clauseCount) known.clauses.push(clauseCount);
    }
    order.push(...stems, "");
    if (counts) clauseCount += 1;
  }
  const terms = [...found].map(([one, { weight, clauses }]) => ({ stem: one, weight, clauses }));
  return { terms, order, clauseCount };
}

function isMeaningful(word: string): boolean {
  return !STOP_WORDS.has(word) && !/^\p{N}/u.test(word);
}
