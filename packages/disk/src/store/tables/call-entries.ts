/** Writes entries of the index of calls, and keeps account of rows that it does not know yet. What blocks are: see the schema. */
import type { CallEntry } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { InsertTable, Statements, StoredValue } from "../queue/statements.ts";

export const BLOCK_CALLS = 256;

/** Adds entries about rows of one chain. */
export function writeCalls(sql: Statements, chain: number, calls: readonly CallEntry[]): void {
  let next = nextCall(sql);
  for (let at = 0; at < calls.length; ) {
    const block = Math.floor(next / BLOCK_CALLS);
    if (next % BLOCK_CALLS === 0) sql.run(OPEN_BLOCK, block);
    const room = (block + 1) * BLOCK_CALLS - next;
    const some = calls.slice(at, at + room);
    const first = next;
    sql.insert(
      CALLS,
      some.flatMap((call, index) => valuesOf(call, { call: first + index, chain })),
    );
    at += some.length;
    next += some.length;
    if (next % BLOCK_CALLS === 0) closeBlock(sql, block);
  }
}

/** Behind the last entry; at the start of a new block where the last one is closed, though retention took entries from it. */
function nextCall(sql: Statements): number {
  const newest = sql.get(NEWEST_BLOCK);
  if (!newest) return 0;
  const block = newest.block as number;
  if (newest.last_ms !== null) return (block + 1) * BLOCK_CALLS;
  const last = (sql.get("SELECT max(call) AS call FROM calls")?.call ?? -1) as number;
  return Math.max(last + 1, block * BLOCK_CALLS);
}

const NEWEST_BLOCK = "SELECT block, last_ms FROM call_blocks ORDER BY block DESC LIMIT 1";
const OPEN_BLOCK = "INSERT OR REPLACE INTO call_blocks (block) VALUES (?)";
const CALLS: InsertTable = {
  name: "calls",
  columns: ["call", "chain", "sequence", "call_id", "at_ms", "terms", "shown"],
};

function valuesOf(
  { sequence, callId, atMs, terms, shown }: CallEntry,
  { call, chain }: { readonly call: number; readonly chain: number },
): readonly StoredValue[] {
  const text = termsText(terms);
  return [call, chain, sequence, storedText(callId), atMs, text, JSON.stringify(shown)];
}

/** Writes the terms of a block that gets no more entries; one that is empty goes. */
export function closeBlock(sql: Statements, block: number): void {
  const rows = sql.all(BLOCK_TERMS, block * BLOCK_CALLS, (block + 1) * BLOCK_CALLS);
  const terms = new Set<string>();
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    for (const term of readTerms(row.terms as string)) terms.add(term);
    firstMs = Math.min(firstMs, row.at_ms as number);
    lastMs = Math.max(lastMs, row.at_ms as number);
  }
  // In the order of the table, so that neighbours are written together; in one text, for a block has thousands.
  sql.run(ADD_TERMS, block, JSON.stringify([...terms].sort()));
  if (rows.length === 0) sql.run("DELETE FROM call_blocks WHERE block = ?", block);
  else sql.run(CLOSE_BLOCK, firstMs, lastMs, block);
}

const BLOCK_TERMS = "SELECT terms, at_ms FROM calls WHERE call >= ? AND call < ?";
const CLOSE_BLOCK = "UPDATE call_blocks SET first_ms = ?, last_ms = ? WHERE block = ?";
const ADD_TERMS = `INSERT INTO call_terms (term, block) SELECT value, ? FROM json_each(?)
WHERE true ON CONFLICT DO NOTHING`;

/** Terms in one text, each between two line feeds: a look for `\nterm` finds beginnings, one for `\nterm\n` whole ones. */
function termsText(terms: readonly string[]): string {
  return `\n${terms.map(storedTerm).join("\n")}\n`;
}

export function readTerms(text: string): readonly string[] {
  return text.split("\n").slice(1, -1);
}

/** As it is kept and as it is looked for: SQLite ends a text at NUL and keeps no half of a pair. */
export function storedTerm(term: string): string {
  return term.toWellFormed().replace(BREAKS, " ");
}

const BREAKS = /[\0\n]/g;

/** Rows that nobody has looked for calls in come to the backlog. */
export function addGap(
  sql: Statements,
  chain: number,
  { from, until }: { readonly from: number; readonly until: number },
): void {
  if (sql.run(WIDEN_GAP, until, chain, from) === 0) sql.run(ADD_GAP, chain, from, until);
}

const WIDEN_GAP = "UPDATE call_backlog SET until_row = ? WHERE chain = ? AND until_row = ?";
const ADD_GAP = "INSERT INTO call_backlog (chain, from_row, until_row) VALUES (?, ?, ?)";
