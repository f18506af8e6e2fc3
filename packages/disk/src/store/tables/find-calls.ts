/**
 * Finds calls by their terms, the latest first. Blocks that can hold one are looked into in the order of their latest entry, until
 * nothing later can come; between blocks others have their turn.
 */
import type { CallQuery, CallTerm } from "@toolplane/contract/ports";
import type { Statements } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { BLOCK_CALLS, storedTerm } from "./call-entries.ts";
import { writeEvents } from "./events-table.ts";

/** An entry as it is kept. */
export interface IndexedCall {
  readonly call: number;
  readonly sessionId: string;
  readonly sequence: number;
  readonly callId: string;
  readonly atMs: number;
  readonly terms: string;
  readonly shown: string;
}

interface Block {
  readonly block: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** A term that begins like this in more blocks and ways is one to look for in the entries themselves. */
const MOST_POSTINGS = 10_000;
/** Blocks between which others have their turn. */
const PORTION = 8;
/** Behind every text that begins with the other. */
const LAST_CHARACTER = "\u{10ffff}";

export async function findCalls(
  queue: StoreQueue,
  query: CallQuery,
): Promise<{ readonly calls: readonly IndexedCall[]; readonly next: string | null }> {
  const { limit } = query;
  const bounds = boundsOf(query);
  const needles = query.terms.map(needleOf).sort((left, right) => right.length - left.length);
  const blocks = await queue.read((transaction) => {
    writeEvents(transaction);
    return blocksOf(transaction.sql, query.terms, bounds);
  });
  let found: readonly IndexedCall[] = [];
  for (const [at, { block, lastMs }] of blocks.entries()) {
    const last = found[limit];
    if (last && last.atMs > lastMs) break;
    const more = await queue.read((transaction) => {
      writeEvents(transaction);
      return entriesOf(transaction.sql, block, { needles, bounds });
    });
    if (more.length > 0) found = [...found, ...more].sort(latestFirst).slice(0, limit + 1);
    if (at % PORTION === PORTION - 1)
      await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  const calls = found.slice(0, limit);
  const last = calls.at(-1);
  return { calls, next: last && found.length > limit ? `${last.atMs}:${last.call}` : null };
}

/** From `fromMs` on, and before the place that `untilMs` and `untilCall` name. */
interface Bounds {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly untilCall: number;
}

function boundsOf({ fromMs, untilMs, after }: CallQuery): Bounds {
  const from = Math.max(fromMs ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const until = Math.min(untilMs ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const [, atMs, call] = /^(-?\d+):(\d+)$/.exec(after ?? "") ?? [];
  if (atMs === undefined || Number(atMs) >= until)
    return { fromMs: from, untilMs: until, untilCall: 0 };
  return { fromMs: from, untilMs: Number(atMs), untilCall: Number(call) };
}

function needleOf({ text, isWhole }: CallTerm): string {
  return `\n${storedTerm(text)}${isWhole ? "\n" : ""}`;
}

function latestFirst(left: IndexedCall, right: IndexedCall): number {
  return right.atMs - left.atMs || right.call - left.call;
}

/** Blocks that may hold one, the latest first. */
function blocksOf(
  sql: Statements,
  terms: readonly CallTerm[],
  { fromMs, untilMs }: Bounds,
): readonly Block[] {
  const within = terms.map((term) => blocksWith(sql, term)).filter((one) => one !== null);
  return sql
    .all("SELECT block, first_ms, last_ms FROM call_blocks")
    .map(({ block, first_ms, last_ms }) => ({
      block: block as number,
      isOpen: last_ms === null,
      firstMs: (first_ms as number | null) ?? Number.NEGATIVE_INFINITY,
      lastMs: (last_ms as number | null) ?? Number.POSITIVE_INFINITY,
    }))
    .filter(
      ({ block, isOpen, firstMs, lastMs }) =>
        lastMs >= fromMs && firstMs <= untilMs && (isOpen || within.every((one) => one.has(block))),
    )
    .sort((left, right) => right.lastMs - left.lastMs || right.block - left.block);
}

/** Null: not worth to know. */
function blocksWith(sql: Statements, { text, isWhole }: CallTerm): ReadonlySet<number> | null {
  const term = storedTerm(text);
  const rows = sql.all(POSTINGS, term, isWhole ? term : term + LAST_CHARACTER, MOST_POSTINGS);
  const postings = rows.reduce((sum, { postings: own }) => sum + (own as number), 0);
  return postings < MOST_POSTINGS ? new Set(rows.map(({ block }) => block as number)) : null;
}

const POSTINGS = `SELECT block, count(*) AS postings FROM
(SELECT block FROM call_terms WHERE term BETWEEN ? AND ? LIMIT ?) GROUP BY block`;

function entriesOf(
  sql: Statements,
  block: number,
  { needles, bounds }: { readonly needles: readonly string[]; readonly bounds: Bounds },
): readonly IndexedCall[] {
  const { fromMs, untilMs, untilCall } = bounds;
  const first = block * BLOCK_CALLS;
  const [longest = "\n"] = needles;
  return sql
    .all(ENTRIES, first, first + BLOCK_CALLS, fromMs, untilMs, untilMs, untilCall, longest)
    .map((row) => row as unknown as IndexedCall)
    .filter(({ terms }) => needles.every((needle) => terms.includes(needle)));
}

const ENTRIES = `SELECT call, session_id AS sessionId, sequence, call_id AS callId, at_ms AS atMs, terms, shown
FROM calls JOIN chains USING (chain) WHERE call >= ? AND call < ? AND at_ms >= ?
AND (at_ms < ? OR (at_ms = ? AND call < ?)) AND instr(terms, ?) > 0`;
