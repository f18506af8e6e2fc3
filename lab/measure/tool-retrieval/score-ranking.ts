import type { SetQuery } from "./read-sets.ts";

export interface Score {
  readonly recall: number;
  readonly ndcg: number;
}

/** Places that count. */
export const DEPTH = 5;

/** Recall: the share of gold groups with a hit in the first places. nDCG: one gain a group, at its first hit. */
export function scoreRanking(query: SetQuery, ranked: readonly string[]): Score {
  const groups = query.goldGroups ?? query.gold.map((id) => [id]);
  if (groups.length === 0) return { recall: 0, ndcg: 0 };
  const left = new Set(groups);
  let gain = 0;
  for (const [place, id] of ranked.slice(0, DEPTH).entries()) {
    const hit = [...left].find((group) => group.includes(id));
    if (!hit) continue;
    left.delete(hit);
    gain += gainAt(place);
  }
  let best = 0;
  for (let place = 0; place < Math.min(DEPTH, groups.length); place += 1) best += gainAt(place);
  return { recall: (groups.length - left.size) / groups.length, ndcg: gain / best };
}

function gainAt(place: number): number {
  return 1 / Math.log2(place + 2);
}
