/**
 * Finds tools by what they say of themselves. Lexical ranking, made by hand: BM25 over weighted fields, with stemming, related
 * words, compounds, slips of the finger, phrases, and a voice for each clause of a request. No model, no network, the same
 * answer for the same tools and the same request, whatever happened before.
 *
 * Fields are measured against fixed lengths instead of the catalog's averages. It costs a hair of quality and makes a tool's
 * weights its own: adding one touches no other.
 */
import { STOP_WORDS } from "./common-words.ts";
import { createSynonyms, type Synonyms } from "./create-synonyms.ts";
import { type IndexedTool, rankTools, type ToolMatch } from "./rank-tools.ts";
import { MAX_CLAUSES, readQuery } from "./read-query.ts";
import { readWords } from "./read-words.ts";
import { createScoreBoard } from "./score-board.ts";
import { stemWord } from "./stem-word.ts";
import { createTermTable, type Term } from "./term-table.ts";
import { type SearchableTool, type ToolText, toolText } from "./tool-text.ts";

export interface ToolIndex {
  /** Adds a tool, or replaces the one of the same name. */
  add(tool: SearchableTool): void;
  /** False when there was none. */
  remove(name: string): boolean;
  size(): number;
  /** The best first; ties in order of name. Never throws, whatever the text. */
  search(query: string, limit: number): readonly ToolMatch[];
}

interface Field {
  readonly key: keyof ToolText;
  readonly weight: number;
  /** How much length counts against it, and the length that counts as ordinary (BM25's b and average). */
  readonly slope: number;
  readonly ordinary: number;
}

const FIELDS: readonly Field[] = [
  { key: "name", weight: 2.5, slope: 0.4, ordinary: 3 },
  { key: "description", weight: 1, slope: 0.6, ordinary: 10 },
  { key: "parameterNames", weight: 1, slope: 0.7, ordinary: 4 },
  { key: "parameterDescriptions", weight: 1, slope: 0.7, ordinary: 14 },
  { key: "values", weight: 1, slope: 0.7, ordinary: 4 },
];

/** Stems kept; past it the memory starts anew. */
const MAX_STEMS = 50_000;

export function createToolIndex(): ToolIndex {
  const terms = createTermTable();
  const slots = new Map<string, number>();
  const tools: (IndexedTool | null)[] = [];
  const free: number[] = [];
  let board = createScoreBoard(0, MAX_CLAUSES);
  let boardSize = 0;
  const stem = createStems();
  let synonyms: Synonyms | null = null;

  const remove = (name: string): boolean => {
    const slot = slots.get(name);
    const tool = slot === undefined ? null : tools[slot];
    if (slot === undefined || !tool) return false;
    for (const term of tool.terms) terms.withdraw(term, slot);
    tools[slot] = null;
    slots.delete(name);
    free.push(slot);
    return true;
  };

  return {
    add(tool) {
      remove(tool.name);
      const slot = free.pop() ?? tools.length;
      const { weights, phrases } = weigh(toolText(tool), stem);
      const held = new Map<string, Term>();
      for (const [text, weight] of weights) held.set(text, terms.post(text, slot, weight));
      tools[slot] = {
        name: tool.name,
        terms: [...held.values()],
        phrases: phrases.map((stems) => stems.map((text) => held.get(text) as Term)),
      };
      slots.set(tool.name, slot);
    },
    remove,
    size: () => slots.size,
    search(query, limit) {
      synonyms ??= createSynonyms();
      if (tools.length > boardSize) {
        boardSize = tools.length * 2;
        board = createScoreBoard(boardSize, MAX_CLAUSES);
      }
      const source = { terms, synonyms, size: slots.size };
      return rankTools({ query: readQuery(query, stem), text: query, source, board, tools, limit });
    },
  };
}

/** What each term weighs in a tool, and the phrases that are read for neighbours. */
function weigh(
  text: ToolText,
  stem: (word: string) => string,
): { weights: ReadonlyMap<string, number>; phrases: readonly (readonly string[])[] } {
  const weights = new Map<string, number>();
  const phrases: (readonly string[])[] = [];
  for (const { key, weight, slope, ordinary } of FIELDS) {
    const stems = readWords(text[key])
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem);
    const share = weight / (1 - slope + (slope * stems.length) / ordinary);
    for (const one of stems) weights.set(one, (weights.get(one) ?? 0) + share);
    if (key === "name" || key === "description") phrases.push(stems);
  }
  return { weights, phrases };
}

/** Stemming is most of the price of indexing, and words repeat. */
function createStems(): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= MAX_STEMS) known.clear();
    const stemmed = stemWord(word);
    known.set(word, stemmed);
    return stemmed;
  };
}
