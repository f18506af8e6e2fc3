/**
 * Counts the rows of each type that were written on each day. A record only grows, so what was counted of a chain is kept and
 * only what came since is read: the first look reads every head of the days that are asked for, in portions, and later ones
 * hardly any.
 */
import { type EventCount, SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { givenText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";

/** By day and type. */
type Counts = Map<string, EventCount>;

interface CountedChain {
  /** Rows that are counted already. */
  readonly rows: number;
  readonly counts: Counts;
}

const DAY_MS = 86_400_000;
/** Chains whose counts are kept; one that was counted longest ago is counted again. */
const MAX_KEPT = 20_000;
/** Rows between which others have their turn. */
const PORTION = 10_000;

export function createEventCount(
  { read }: StoreQueue,
  mostKept: number = MAX_KEPT,
): Store["countEvents"] {
  // By the number of a chain, which never comes a second time: a session that was deleted and made again has another.
  const kept = new Map<number, CountedChain>();
  return async (sinceDay) => {
    const chains = await read(({ sql }) => sql.all(CHAINS, sinceDay * DAY_MS, SESSIONS_CHAIN));
    const sums: Counts = new Map();
    let looked = 0;
    for (const row of chains) {
      const chain = row.chain as number;
      const rows = row.next_sequence as number;
      let known = kept.get(chain);
      if (known?.rows !== rows) {
        const before = known !== undefined && known.rows < rows ? known : NOTHING;
        looked += rows - before.rows;
        const found = await read(({ sql }) => sql.all(COUNT, chain, before.rows, rows));
        known = { rows, counts: new Map(before.counts) };
        for (const one of found) add(known.counts, countOf(one));
        kept.delete(chain);
        kept.set(chain, known);
      }
      for (const one of known.counts.values()) if (one.day >= sinceDay) add(sums, one);
      if (looked < PORTION) continue;
      looked = 0;
      await new Promise<void>((resolve) => void setImmediate(resolve));
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return [...sums.values()].sort(
      (left, right) => left.day - right.day || (left.type < right.type ? -1 : 1),
    );
  };
}

const NOTHING: CountedChain = { rows: 0, counts: new Map() };

const CHAINS = "SELECT chain, next_sequence FROM chains WHERE last_at_ms >= ? AND session_id <> ?";
const COUNT = `SELECT at_ms / 86400000 AS day, type, COUNT(*) AS count FROM events
WHERE chain = ? AND sequence >= ? AND sequence < ? GROUP BY day, type`;

function countOf(row: Readonly<Record<string, unknown>>): EventCount {
  const { day, type, count } = row;
  return { day: day as number, type: givenText(type as string), count: count as number };
}

function add(sums: Counts, one: EventCount): void {
  const key = `${one.day} ${one.type}`;
  const before = sums.get(key);
  sums.set(key, before ? { ...before, count: before.count + one.count } : one);
}
