/**
 * A request as weighted terms. People ask in sentences, and a request often names several jobs ("book a hotel and convert
 * 500 euros"); so its clauses are kept apart beside the whole, and each may find its own tool. Numbers are values, not what a
 * tool is called, and are left out.
 */
import { STOP_WORDS, WEAK_WORDS } from "./common-words.ts";
import { splitWords } from "./split-words.ts";

export interface QueryTerm {
  readonly stem: string;
  readonly weight: number;
  /** The clauses that hold it. */
  readonly clauses: readonly number[];
}

export interface ReadQuery {
  readonly terms: readonly QueryTerm[];
  /** The stems in order of the text, for phrases; an empty one ends a clause. */
  readonly order: readonly string[];
  readonly clauseCount: number;
}

/** The part of a request that is read; the rest is left unread. */
const MAX_CHARACTERS = 4_000;
const MAX_TERMS = 64;
/** Jobs that are ranked apart. */
export const MAX_CLAUSES = 16;
/** Fewer words than these, small talk left out, are no job of their own. */
const MIN_CLAUSE_TERMS = 3;
const WEAK_WEIGHT = 0.25;
/** A request no longer than this is a few words, not a sentence. */
const MAX_BRIEF_CHARACTERS = 100;
const MAX_BRIEF_WORDS = 5;
const SENTENCE_END = /[.?!;]\s/;
const CLAUSE_BORDER = /,\s|\b(?:and|then|also|finally)\b/i;

/** Reads a request. `stem` is given, because an index keeps the stems it has seen. */
export function readQuery(text: string, stem: (word: string) => string): ReadQuery {
  const found = new Map<string, { weight: number; clauses: number[] }>();
  const order: string[] = [];
  const action = actionOf(text);
  let clauseCount = 0;
  const addClause = (stems: readonly string[]): void => {
    if (clauseCount >= MAX_CLAUSES) return;
    for (const one of new Set(stems)) found.get(one)?.clauses.push(clauseCount);
    clauseCount += 1;
  };
  const readClause = (clause: string): readonly string[] => {
    const words = splitWords(clause).filter(isMeaningful);
    const stems = words.map(stem);
    for (const [at, one] of stems.entries()) {
      const word = words[at] as string;
      const weight = WEAK_WORDS.has(word) && word !== action ? WEAK_WEIGHT : 1;
      const known = found.get(one) ?? { weight, clauses: [] };
      if (found.size < MAX_TERMS) found.set(one, known);
      known.weight = Math.max(known.weight, weight);
    }
    order.push(...stems, "");
    const strong = stems.filter((_, at) => !WEAK_WORDS.has(words[at] as string));
    if (new Set(strong).size >= MIN_CLAUSE_TERMS) addClause(stems);
    return stems;
  };
  const sentences = text.slice(0, MAX_CHARACTERS).split(SENTENCE_END);
  for (const sentence of sentences) {
    const clauses = sentence.split(CLAUSE_BORDER).map(readClause);
    const stems = clauses.flat();
    // A request may spread one job over parts ("plan a trip, but avoid tolls and ferries"), so a sentence that was cut
    // counts whole too.
    if (sentences.length > 1 && clauses.length > 1 && new Set(stems).size >= MIN_CLAUSE_TERMS)
      addClause(stems);
  }
  const terms = [...found].map(([one, { weight, clauses }]) => ({ stem: one, weight, clauses }));
  return { terms, order, clauseCount };
}

/** In a few words, such as "find text in files", the first says what to do; in a sentence the same word is small talk. */
function actionOf(text: string): string | null {
  const words = text.length > MAX_BRIEF_CHARACTERS ? [] : splitWords(text);
  return words.length > 1 && words.length <= MAX_BRIEF_WORDS ? (words[0] as string) : null;
}

function isMeaningful(word: string): boolean {
  return !STOP_WORDS.has(word) && !/^\p{N}/u.test(word);
}
