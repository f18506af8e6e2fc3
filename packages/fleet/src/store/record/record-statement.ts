/**
 * Batches of many sessions in one statement: one way to the database and one wait for its disk, however many there are. Each batch is
 * kept whole or not at all, and one that is refused leaves the others alone.
 *
 * Chains are locked first, in the order of their names, so that two machines never wait for one another. What can be refused is looked
 * at before anything is written. Only a session that two machines begin in the same moment is not seen by that look; then the statement
 * divides by zero, which undoes it whole, and it is made again.
 */

import { upsertParts } from "../tables/parts-table.ts";
import { KEEP_YOUNG, NOW_MS } from "../tables/payloads-table.ts";

const IS_KEPT = "NOT EXISTS (SELECT 1 FROM refused WHERE refused.batch =";

/** Parts of a batch that most leave empty. What is not there is not in the statement: planning it and starting it costs. */
export type RecordPart = "journal" | "payloads" | "parts" | "manifests" | "calls" | "gaps";

export interface RecordStatement {
  readonly text: string;
  /** Values of `recordValues` that it takes, by their place. */
  readonly takes: readonly number[];
}

/** The same parts give the same text, which the server plans once. */
export function recordStatement(parts: ReadonlySet<RecordPart>): RecordStatement {
  const whole = textFor(parts);
  const numbers = [...new Set([...whole.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))];
  const places = new Map(numbers.map((number, at) => [number, at + 1]));
  const text = whole.replace(/\$(\d+)/g, (_, number) => `$${places.get(Number(number))}`);
  return { text, takes: numbers.map((number) => number - 1) };
}

function textFor(parts: ReadonlySet<RecordPart>): string {
  const only = (part: RecordPart, text: string): string => (parts.has(part) ? text : "");
  return `,
want AS MATERIALIZED (
  SELECT w.* FROM how, unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::int[], $7::text[], $8::text[], $9::boolean[])
  WITH ORDINALITY AS w (batch, session_id, first, added, last_at_ms, head_sequence, head_hash, head_mac, is_gap, n)),
known AS MATERIALIZED (
  SELECT c.chain, c.session_id, c.next_sequence FROM toolplane.chains c
  WHERE c.session_id IN (SELECT session_id FROM want) ORDER BY c.session_id FOR UPDATE),${only(
    "journal",
    `
changes AS MATERIALIZED (
  SELECT * FROM unnest($18::int[], $19::text[], $20::text[], $21::text[], $22::bigint[], $23::text[], $24::text[], $25::text[], $26::int[], $27::boolean[])
  WITH ORDINALITY AS e (batch, id, session_id, call_id, at_ms, path, before, after, mode, undone, n)),
marks AS MATERIALIZED (SELECT * FROM unnest($28::int[], $29::text[], $30::boolean[]) AS m (batch, id, undone)),`,
  )}
refused AS MATERIALIZED (
  SELECT w.batch, 'place' AS why, coalesce(k.next_sequence, 0)::text AS what FROM want w LEFT JOIN known k USING (session_id)
  WHERE w.added > 0 AND coalesce(k.next_sequence, 0) <> w.first${only(
    "journal",
    `
  UNION ALL SELECT e.batch, 'known', e.id FROM changes e JOIN toolplane.journal USING (id)
  UNION ALL SELECT m.batch, 'unknown', m.id FROM marks m WHERE NOT EXISTS (SELECT 1 FROM toolplane.journal j WHERE j.id = m.id)`,
  )}),
fit AS MATERIALIZED (SELECT w.* FROM want w WHERE ${IS_KEPT} w.batch)),
moved AS (
  UPDATE toolplane.chains c SET next_sequence = c.next_sequence + f.added, last_at_ms = greatest(c.last_at_ms, f.last_at_ms),
  head_sequence = coalesce(f.head_sequence, c.head_sequence), head_hash = coalesce(f.head_hash, c.head_hash),
  head_mac = coalesce(f.head_mac, c.head_mac)
  FROM fit f JOIN known k USING (session_id) WHERE c.chain = k.chain AND (f.added = 0 OR c.next_sequence = f.first)
  RETURNING c.chain, f.n, f.first, f.added, f.is_gap),
begun AS (
  INSERT INTO toolplane.chains (session_id, next_sequence, last_at_ms, head_sequence, head_hash, head_mac)
  SELECT f.session_id, f.added, f.last_at_ms, f.head_sequence, f.head_hash, f.head_mac FROM fit f
  WHERE NOT EXISTS (SELECT 1 FROM known k WHERE k.session_id = f.session_id) ORDER BY f.session_id
  ON CONFLICT DO NOTHING RETURNING chain, session_id),
place AS MATERIALIZED (
  SELECT * FROM moved UNION ALL SELECT b.chain, f.n, f.first, f.added, f.is_gap FROM begun b JOIN fit f USING (session_id)),${only(
    "payloads",
    `
bodies AS (
  INSERT INTO toolplane.payloads AS payloads (digest, put_at_ms, names_others, bytes)
  SELECT DISTINCT ON (b.digest) b.digest, ${NOW_MS}, b.names_others, substring($36::bytea FROM b.start FOR b.length)
  FROM unnest($31::int[], $32::text[], $33::int[], $34::int[], $35::boolean[]) AS b (batch, digest, start, length, names_others)
  WHERE ${IS_KEPT} b.batch) ORDER BY b.digest ${KEEP_YOUNG}),`,
  )}${only(
    "parts",
    `
parts AS (
  ${upsertParts(`DISTINCT ON (p.session_id, p.tool_call_id) p.session_id, p.tool_call_id, p.id, p.message_id, p.place, p.type, p.tool_state, p.data
  FROM unnest($37::int[], $38::text[], $39::text[], $40::text[], $41::text[], $42::int[], $43::text[], $44::text[], $45::text[])
  WITH ORDINALITY AS p (batch, session_id, tool_call_id, id, message_id, place, type, tool_state, data, n)
  WHERE ${IS_KEPT} p.batch) ORDER BY p.session_id, p.tool_call_id, p.n DESC`)}),`,
  )}${only(
    "manifests",
    `
manifests AS (
  INSERT INTO toolplane.sessions (session_id, created_at_ms, manifest)
  SELECT DISTINCT ON (s.session_id) s.session_id, s.created_at_ms, s.manifest
  FROM unnest($46::int[], $47::text[], $48::bigint[], $49::text[]) WITH ORDINALITY AS s (batch, session_id, created_at_ms, manifest, n)
  WHERE ${IS_KEPT} s.batch) ORDER BY s.session_id, s.n DESC
  ON CONFLICT (session_id) DO UPDATE SET created_at_ms = excluded.created_at_ms, manifest = excluded.manifest),`,
  )}${only(
    "journal",
    `
changed AS (
  INSERT INTO toolplane.journal (id, session_id, call_id, at_ms, path, before, after, mode, undone)
  SELECT e.id, e.session_id, e.call_id, e.at_ms, e.path, e.before, e.after, e.mode, e.undone FROM changes e
  WHERE ${IS_KEPT} e.batch) ORDER BY e.n),
marked AS (
  UPDATE toolplane.journal j SET undone = m.undone FROM marks m WHERE j.id = m.id AND ${IS_KEPT} m.batch)),`,
  )}${only(
    "calls",
    `
called AS (
  INSERT INTO toolplane.calls (chain, sequence, call_id, at_ms, terms, shown)
  SELECT p.chain, c.sequence, c.call_id, c.at_ms, c.terms, c.shown
  FROM unnest($50::int[], $51::int[], $52::text[], $53::bigint[], $54::text[], $55::text[])
  WITH ORDINALITY AS c (n, sequence, call_id, at_ms, terms, shown, m) JOIN place p USING (n) ORDER BY c.m),`,
  )}${only(
    "gaps",
    `
widened AS (
  UPDATE toolplane.call_backlog b SET until_row = p.first + p.added FROM place p
  WHERE p.is_gap AND p.added > 0 AND b.chain = p.chain AND b.until_row = p.first RETURNING b.chain),
gapped AS (
  INSERT INTO toolplane.call_backlog (chain, from_row, until_row) SELECT p.chain, p.first, p.first + p.added FROM place p
  WHERE p.is_gap AND p.added > 0 AND NOT EXISTS (SELECT 1 FROM widened w WHERE w.chain = p.chain)),`,
  )}
rows AS (
  INSERT INTO toolplane.events (chain, sequence, type, at_ms, call_id, payload_digest, previous, hash)
  SELECT p.chain, e.sequence, e.type, e.at_ms, e.call_id, e.payload_digest, e.previous, e.hash
  FROM unnest($10::int[], $11::int[], $12::text[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[])
  AS e (n, sequence, type, at_ms, call_id, payload_digest, previous, hash) JOIN place p USING (n))
SELECT pg_postmaster_start_time()::text AS started, ARRAY(SELECT batch FROM refused) AS batches, ARRAY(SELECT why FROM refused) AS whys,
ARRAY(SELECT what FROM refused) AS whats,
1 / (CASE WHEN (SELECT count(*) FROM place) = (SELECT count(*) FROM fit) THEN 1 ELSE 0 END) AS whole`;
}
