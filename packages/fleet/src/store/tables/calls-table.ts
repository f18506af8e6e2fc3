/** The index of calls: what is found, and what it does not know yet. The database chooses whether it goes by terms or by time. */
import type { Json } from "@toolplane/contract";
import type { CallEntry, CallIndex, CallTerm } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { columnsOf } from "./columns-of.ts";

export function callsTable({ read, write }: StoreQueue): CallIndex {
  return {
    async find({ terms, fromMs, untilMs, limit, after }) {
      const [, atMs, call] = /^(-?\d+):(\d+)$/.exec(after ?? "") ?? [];
      const rows = await read(
        FIND,
        wordsOf(terms),
        boundOf(fromMs, Number.MIN_SAFE_INTEGER),
        boundOf(untilMs, Number.MAX_SAFE_INTEGER),
        atMs ?? String(Number.MAX_SAFE_INTEGER),
        call ?? "0",
        limit + 1,
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        calls: page.map(entryOf),
        next: last && rows.length > limit ? `${last.at_ms}:${last.call}` : null,
      };
    },
    async backlog({ limit }) {
      const rows = await read(GAPS, limit);
      const [sums] = await read(SUMS);
      return {
        rows: rows.map((row) => ({
          sessionId: givenText(row.session_id as string),
          from: row.from_row as number,
          until: row.until_row as number,
        })),
        left: sums?.left as number,
        total: sums?.total as number,
      };
    },
    async fill({ sessionId, from, until }, calls) {
      const columns = columnsOf(5, calls.map(callValues));
      const { rows } = await write(FILL, [storedText(sessionId), from, until, ...columns]);
      return rows.length === 1;
    },
  };
}

/** The same expression as the index. */
const WORDS = "array_to_tsvector(string_to_array(terms, chr(10)))";
const FIND = `SELECT call, session_id, sequence, call_id, at_ms, terms, shown
FROM toolplane.calls JOIN toolplane.chains USING (chain)
WHERE ($1 = '' OR ${WORDS} @@ $1::tsquery) AND at_ms >= $2::bigint AND at_ms < $3::bigint AND (at_ms, call) < ($4::bigint, $5::bigint)
ORDER BY at_ms DESC, call DESC LIMIT $6`;
const GAPS = `SELECT session_id, from_row, until_row FROM toolplane.call_backlog JOIN toolplane.chains USING (chain)
ORDER BY last_at_ms DESC, chain DESC, until_row DESC LIMIT $1`;
const SUMS = `SELECT (SELECT coalesce(sum(until_row - from_row), 0) FROM toolplane.call_backlog JOIN toolplane.chains USING (chain))::bigint AS left,
(SELECT coalesce(sum(next_sequence), 0) FROM toolplane.chains WHERE session_id <> 'toolplane:sessions')::bigint AS total`;
const FILL = `, gap AS MATERIALIZED (
  SELECT b.chain, b.from_row FROM toolplane.call_backlog b JOIN toolplane.chains USING (chain), how
  WHERE session_id = $1 AND until_row = $3::int AND from_row <= $2::int FOR UPDATE OF b),
dropped AS (DELETE FROM toolplane.call_backlog b USING gap WHERE b.chain = gap.chain AND b.from_row = gap.from_row AND gap.from_row = $2),
narrowed AS (UPDATE toolplane.call_backlog b SET until_row = $2 FROM gap
  WHERE b.chain = gap.chain AND b.from_row = gap.from_row AND gap.from_row < $2),
put AS (INSERT INTO toolplane.calls (chain, sequence, call_id, at_ms, terms, shown)
  SELECT gap.chain, c.* FROM gap, unnest($4::int[], $5::text[], $6::bigint[], $7::text[], $8::text[]) AS c)
SELECT chain FROM gap`;

function boundOf(given: number | undefined, end: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(given ?? end, Number.MAX_SAFE_INTEGER));
}

/** Sequence, call, moment, terms and what is shown. */
export function callValues({
  sequence,
  callId,
  atMs,
  terms,
  shown,
}: CallEntry): readonly (string | number)[] {
  const kept = terms.map(storedTerm).filter((term) => term !== "");
  return [sequence, storedText(callId), atMs, kept.join("\n"), JSON.stringify(shown)];
}

function wordsOf(terms: readonly CallTerm[]): string {
  return terms
    .filter(({ text, isWhole }) => isWhole || text !== "")
    .map(({ text, isWhole }) => {
      const quoted = storedTerm(text).replaceAll("\\", "\\\\").replaceAll("'", "''");
      return `'${quoted}'${isWhole ? "" : ":*"}`;
    })
    .join(" & ");
}

/** Words of the database's index are short. */
const MOST_CHARACTERS = 500;
const BREAKS = /[\0\n]/g;

function storedTerm(term: string): string {
  return term.slice(0, MOST_CHARACTERS).toWellFormed().replace(BREAKS, " ");
}

function entryOf(row: StoredRow): CallEntry {
  const terms = row.terms as string;
  return {
    sessionId: givenText(row.session_id as string),
    sequence: row.sequence as number,
    callId: givenText(row.call_id as string),
    atMs: row.at_ms as number,
    terms: terms === "" ? [] : terms.split("\n"),
    shown: JSON.parse(row.shown as string) as Json,
  };
}
