/**
 * Adds up, tool by tool, what the terms of a request contribute. Flat arrays that live as long as the index: a search over ten
 * thousand tools allocates next to nothing and clears only what it touched.
 */
import type { Term } from "./term-table.ts";

/** A term of the catalog that answers a term of the request, and how well. */
export interface Variant {
  readonly term: Term;
  /** Weight in the request times rarity in the catalog. */
  readonly worth: number;
}

export interface ScoreBoard {
  /** Counts, for each tool, the best of the variants, in the whole and in the clauses. */
  add(variants: readonly Variant[], clauses: readonly number[]): void;
  /**
   * Calls back with each slot that scored and its score, 1 being the best for the whole; the answer is the least score that
   * is still of interest.
   */
  visit(clauseCount: number, each: (slot: number, score: number) => number): void;
  /** How well a slot answers each clause: 1 for the best of the clause that found most. */
  sharesOf(slot: number, clauseCount: number): readonly number[];
  /** Forgets everything, for the next search. */
  clear(): void;
}

/** Where repeating a term stops helping (BM25's k1). */
const SATURATION = 1.2;
/** The weight of the clause that a tool answers best, added to its score for the whole. */
const CLAUSE = 0.1;

/** Makes a board for this many slots and clauses. */
export function createScoreBoard(slotCount: number, maxClauses: number): ScoreBoard {
  const best = new Float64Array(slotCount);
  const row = (): Row => ({ scores: new Float64Array(slotCount), top: 0 });
  const whole = row();
  const parts = Array.from({ length: maxClauses }, row);
  const touched = new Int32Array(slotCount);
  const scored = new Int32Array(slotCount);
  let touchedCount = 0;
  let scoredCount = 0;

  const offer = ({ slots, weights }: Term, worth: number): void => {
    const factor = worth * (SATURATION + 1);
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as number;
      const weight = weights[at] as number;
      const amount = (factor * weight) / (weight + SATURATION);
      const known = best[slot] as number;
      if (amount <= known) continue;
      if (known === 0) touched[touchedCount++] = slot;
      best[slot] = amount;
    }
  };

  /** Adds the touched amounts to one row of scores and keeps its highest. */
  const addTo = (row: Row): void => {
    const { scores } = row;
    for (let at = 0; at < touchedCount; at += 1) {
      const slot = touched[at] as number;
      const score = (scores[slot] as number) + (best[slot] as number);
      scores[slot] = score;
      if (score > row.top) row.top = score;
    }
  };

  return {
    add(variants, clauses) {
      for (const { term, worth } of variants) offer(term, worth);
      for (let at = 0; at < touchedCount; at += 1) {
        const slot = touched[at] as number;
        if (whole.scores[slot] === 0) scored[scoredCount++] = slot;
      }
      addTo(whole);
      for (const clause of clauses) addTo(parts[clause] as Row);
      for (let at = 0; at < touchedCount; at += 1) best[touched[at] as number] = 0;
      touchedCount = 0;
    },
    visit(clauseCount, each) {
      const used = clauseCount > 1 ? parts.slice(0, clauseCount) : [];
      const clauseTop = topOf(used);
      let least = 0;
      for (let at = 0; at < scoredCount; at += 1) {
        const slot = scored[at] as number;
        const share = (whole.scores[slot] as number) / whole.top;
        if (share + CLAUSE >= least)
          least = each(slot, share + CLAUSE * clauseShare(slot, used, clauseTop));
      }
    },
    sharesOf(slot, clauseCount) {
      const used = parts.slice(0, clauseCount);
      const top = topOf(used);
      return used.map(({ scores }) => (top > 0 ? (scores[slot] as number) / top : 0));
    },
    clear() {
      for (const row of [whole, ...parts]) {
        if (row.top === 0) continue;
        for (let at = 0; at < scoredCount; at += 1) row.scores[scored[at] as number] = 0;
        row.top = 0;
      }
      scoredCount = 0;
    },
  };
}

/** Squared, so that only a tool near the best of its clause is lifted, and only by a clause that found something. */
function clauseShare(slot: number, used: readonly Row[], clauseTop: number): number {
  let share = 0;
  for (const { scores, top } of used) {
    const score = scores[slot] as number;
    if (score > 0) share = Math.max(share, (score * score) / (top * clauseTop));
  }
  return share;
}

function topOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ top }) => top));
}

/** Scores by slot, and the highest of them. */
interface Row {
  readonly scores: Float64Array;
  top: number;
}
