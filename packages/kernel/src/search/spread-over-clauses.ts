/**
 * Spreads places over the clauses of a request. A request often names several jobs, and the tools of one job can fill
 * all places while another finds none. So places are given one after the other: besides its score a tool gets credit
 * for clauses that it answers better than the tools before it. The reported score is what a place was worth when it was
 * given. It never rises on the way down: credit only shrinks, and the best of what is left was not the best before.
 */

/** A tool that may get a place. */
export interface Candidate {
  readonly name: string;
  readonly score: number;
  /** How well it answers each clause, from 0 to 1. */
  readonly shares: readonly number[];
}

/** The credit for a clause without an answer yet, against 1 for the best score of the whole. */
const UNANSWERED = 0.6;

/** Gives the places. Candidates come in order; among equals the earlier one wins. */
export function spreadOverClauses(
  candidates: readonly Candidate[],
  limit: number,
): readonly { readonly name: string; readonly score: number }[] {
  const left = [...candidates];
  const places: { readonly name: string; readonly score: number }[] = [];
  let answered: readonly number[] = candidates[0]?.shares.map(() => 0) ?? [];
  while (places.length < limit && left.length > 0) {
    let bestAt = 0;
    let best = 0;
    for (const [at, candidate] of left.entries()) {
      const worth = candidate.score + UNANSWERED * gainOf(candidate, answered);
      if (worth <= best) continue;
      best = worth;
      bestAt = at;
    }
    const [chosen] = left.splice(bestAt, 1) as [Candidate];
    answered = answered.map((share, clause) => Math.max(share, chosen.shares[clause] as number));
    places.push({ name: chosen.name, score: best });
  }
  return places;
}

function gainOf({ shares }: Candidate, answered: readonly number[]): number {
  let gain = 0;
  for (const [clause, share] of shares.entries())
    gain += Math.max(0, share - (answered[clause] as number));
  return gain;
}
