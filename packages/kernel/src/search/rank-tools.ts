/** From a request that was read to the best tools: terms are scored over all tools, phrases only over the few that lead. */
import { findVariants, rarity, type VariantSource } from "./find-variants.ts";
import type { ReadQuery } from "./read-query.ts";
import type { ScoreBoard } from "./score-board.ts";
import { spreadOverClauses } from "./spread-over-clauses.ts";
import type { Term } from "./term-table.ts";

/** A tool that was found. Scores order the answers of one search; they mean nothing across searches. */
export interface ToolMatch {
  readonly name: string;
  readonly score: number;
}

/** One indexed tool: its distinct terms, and name and description as they read. */
export interface IndexedTool {
  readonly name: string;
  /** Its name without the name of where it comes from. */
  readonly bareName: string;
  readonly terms: readonly Term[];
  readonly phrases: readonly (readonly Term[])[];
}

export interface Ranking {
  readonly query: ReadQuery;
  readonly text: string;
  readonly source: VariantSource;
  readonly board: ScoreBoard;
  readonly toolAt: (slot: number) => IndexedTool;
  readonly limit: number;
}

/** How many leaders are looked at closely, beyond what is asked for. */
const LEADERS = 48;
/** The weight of a pair of neighbouring words for each unit of rarity. */
const PHRASE = 0.02;

interface Leader {
  readonly slot: number;
  readonly tool: IndexedTool;
  score: number;
}

interface Pair {
  readonly number: number;
  readonly worth: number;
}

type Pairs = ReadonlyMap<Term, ReadonlyMap<Term, Pair>>;

/** Ranks. The board is empty before and after. */
export function rankTools(ranking: Ranking): readonly ToolMatch[] {
  const { query, source, board } = ranking;
  const limit = Math.max(0, ranking.limit);
  for (const term of query.terms) board.add(findVariants(term, source), term.clauses);
  const leaders = findLeaders(ranking, limit + LEADERS);
  const pairs = pairsOf(query.order, source);
  const asked = foldedName(ranking.text);
  for (const leader of leaders) {
    leader.score *= 1 + PHRASE * phraseWorth(leader.tool, pairs);
    if (asked !== "" && isNamed(leader.tool, asked)) leader.score += 1;
  }
  leaders.sort(byScore);
  const matches =
    query.clauseCount > 1
      ? spreadOverClauses(
          leaders.map(({ slot, tool, score }) => ({
            name: tool.name,
            score,
            shares: board.sharesOf(slot, query.clauseCount),
          })),
          limit,
        )
      : leaders.slice(0, limit).map(({ tool, score }) => ({ name: tool.name, score }));
  board.clear();
  return matches;
}

/** The best by terms alone, kept in a short ordered list while passing over all. */
function findLeaders({ board, toolAt, query }: Ranking, count: number): Leader[] {
  const leaders: Leader[] = [];
  const least = (): number =>
    leaders.length < count ? 0 : (leaders[leaders.length - 1] as Leader).score;
  board.visit(query.clauseCount, (slot, score) => {
    if (score < least()) return least();
    const candidate: Leader = { slot, tool: toolAt(slot), score };
    let at = leaders.length;
    while (at > 0 && byScore(candidate, leaders[at - 1] as Leader) < 0) at -= 1;
    leaders.splice(at, 0, candidate);
    if (leaders.length > count) leaders.pop();
    return least();
  });
  return leaders;
}

/** Neighbouring words of the request that the catalog knows, with what finding them side by side is worth, once. */
function pairsOf(order: readonly string[], { terms, size }: VariantSource): Pairs {
  const pairs = new Map<Term, Map<Term, Pair>>();
  for (let at = 1; at < order.length; at += 1) {
    const left = terms.find(order[at - 1] as string);
    const right = terms.find(order[at] as string);
    if (!left || !right) continue;
    const after = pairs.get(left) ?? new Map<Term, Pair>();
    const worth = rarity(Math.max(left.slots.length, right.slots.length), size);
    pairs.set(left, after.set(right, { number: at, worth }));
  }
  return pairs;
}

function phraseWorth({ phrases }: IndexedTool, pairs: Pairs): number {
  const seen = new Set<number>();
  let worth = 0;
  for (const phrase of phrases) {
    for (let at = 1; at < phrase.length; at += 1) {
      const pair = pairs.get(phrase[at - 1] as Term)?.get(phrase[at] as Term);
      if (pair === undefined || seen.has(pair.number)) continue;
      seen.add(pair.number);
      worth += pair.worth;
    }
  }
  return worth;
}

function byScore(left: Leader, right: Leader): number {
  if (left.score !== right.score) return right.score - left.score;
  return left.tool.name < right.tool.name ? -1 : left.tool.name > right.tool.name ? 1 : 0;
}

function isNamed({ name, bareName }: IndexedTool, asked: string): boolean {
  return foldedName(name) === asked || foldedName(bareName) === asked;
}

/** `create_issue`, `createIssue` and "create issue" name the same tool. */
function foldedName(text: string): string {
  return text.length > 200 ? "" : text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
