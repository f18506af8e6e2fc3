/**
 * Finds tools by their own texts and by where they come from. Lexical ranking, made by hand: BM25 over weighted fields,
 * with stemming, related words, compounds, slips of the finger, phrases, and a score for each clause of a request. No
 * model, no network, the same answer for the same tools and the same request, whatever happened before.
 *
 * Tools are weighed at the next search, and only those that came since; all of them again when the ordinary length in
 * this catalog has moved by a step.
 */
import { STOP_WORDS } from "./common-words.ts";
import { createKinds, type Kinds } from "./create-kinds.ts";
import { createSynonyms, type Synonyms } from "./create-synonyms.ts";
import { createFieldLengths, FIELDS, type FieldStems, weighFields } from "./field-weights.ts";
import { type IndexedTool, rankTools, type ToolMatch } from "./rank-tools.ts";
import { MAX_CLAUSES, readQuery } from "./read-query.ts";
import { createScoreBoard } from "./score-board.ts";
import { splitWords } from "./split-words.ts";
import { stemWord } from "./stem-word.ts";
import { createTermTable, type Term } from "./term-table.ts";
import { type SearchableTool, toolText } from "./tool-text.ts";

export interface ToolIndex {
  /** Adds a tool, or replaces the one of the same name. */
  add(tool: SearchableTool): void;
  /** False when there was none. */
  remove(name: string): boolean;
  size(): number;
  /** The best first; ties in order of name. Never throws, whatever the text. */
  search(query: string, limit: number): readonly ToolMatch[];
}

/** A tool as it was read; weighed when `indexed` says so. */
interface HeldTool {
  readonly name: string;
  readonly bareName: string;
  readonly fields: FieldStems;
  indexed: IndexedTool | null;
}

/** Stems kept; past it the memory starts again. */
const MAX_STEMS = 50_000;
/** Name and description are read for words side by side. */
const PHRASE_FIELDS = 2;

export function createToolIndex(): ToolIndex {
  let terms = createTermTable();
  const slots = new Map<string, number>();
  const held: (HeldTool | null)[] = [];
  const free: number[] = [];
  const waiting = new Set<number>();
  const lengths = createFieldLengths();
  let ordinary: readonly number[] = [];
  let board = createScoreBoard(0, MAX_CLAUSES);
  let boardSize = 0;
  const stem = createStems();
  let words: { readonly synonyms: Synonyms; readonly kinds: Kinds } | null = null;

  const remove = (name: string): boolean => {
    const slot = slots.get(name);
    const tool = slot === undefined ? null : held[slot];
    if (slot === undefined || !tool) return false;
    for (const term of tool.indexed?.terms ?? []) terms.withdraw(term, slot);
    lengths.remove(tool.fields);
    waiting.delete(slot);
    held[slot] = null;
    slots.delete(name);
    free.push(slot);
    return true;
  };

  const post = (slot: number, tool: HeldTool): void => {
    const own = new Map<string, Term>();
    for (const [text, weight] of weighFields(tool.fields, ordinary))
      own.set(text, terms.post(text, slot, weight));
    tool.indexed = {
      name: tool.name,
      bareName: tool.bareName,
      terms: [...own.values()],
      phrases: tool.fields
        .slice(0, PHRASE_FIELDS)
        .map((stems) => stems.map((text) => own.get(text) as Term)),
    };
  };

  const refresh = (): void => {
    const current = lengths.ordinary();
    if (current.some((length, at) => length !== ordinary[at])) {
      ordinary = current;
      terms = createTermTable();
      for (const slot of slots.values()) waiting.add(slot);
    }
    for (const slot of waiting) post(slot, held[slot] as HeldTool);
    waiting.clear();
    if (held.length <= boardSize) return;
    boardSize = held.length * 2;
    board = createScoreBoard(boardSize, MAX_CLAUSES);
  };

  return {
    add(tool) {
      remove(tool.name);
      const slot = free.pop() ?? held.length;
      const read = readTool(tool, stem);
      held[slot] = read;
      lengths.add(read.fields);
      waiting.add(slot);
      slots.set(tool.name, slot);
    },
    remove,
    size: () => slots.size,
    search(query, limit) {
      words ??= { synonyms: createSynonyms(), kinds: createKinds() };
      refresh();
      return rankTools({
        query: readQuery(query, stem),
        text: query,
        source: { ...words, terms, size: slots.size },
        board,
        toolAt: (slot) => (held[slot] as HeldTool).indexed as IndexedTool,
        limit,
      });
    },
  };
}

function readTool(tool: SearchableTool, stem: (word: string) => string): HeldTool {
  const text = toolText(tool);
  const fields = FIELDS.map(({ key }) =>
    splitWords(text[key])
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem),
  );
  return { name: tool.name, bareName: text.name, fields, indexed: null };
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
