/** The engine's SQL for its own tables. The database's clock alone says what is late. */

/** Workers that are remembered of a run that goes wrong again and again. */
const MOST_TRIED = 50;

const HELD =
  "EXISTS (SELECT FROM toolplane.workers l WHERE l.worker = w.worker AND l.held_until > clock_timestamp())";
/** One whose time has not come is given by whoever looks when it has. Below one that was cancelled it is so too. */
export const SUBMIT = `WITH above AS (SELECT cancelled FROM toolplane.fleet_runs WHERE run_id = $9 FOR SHARE)
INSERT INTO toolplane.fleet_runs (run_id, key, queue, priority, version, labels, trace, wanted, given, not_before, above, cancelled)
SELECT $1, $2, $3, $4, $5, $6, $7, 1, CASE WHEN at > clock_timestamp() THEN 0 ELSE 1 END, at, $9,
coalesce((SELECT cancelled FROM above), false)
FROM (SELECT to_timestamp($8::float8 / 1000) AS at) AS t
ON CONFLICT DO NOTHING RETURNING given`;
export const ABOVE =
  "SELECT queue, version, labels, priority FROM toolplane.fleet_runs WHERE run_id = $1";
export const THERE =
  "SELECT run_id FROM toolplane.fleet_runs WHERE run_id = $1 OR key = $2 ORDER BY key = $2 DESC NULLS LAST LIMIT 1";
export const WAKE = `UPDATE toolplane.fleet_runs SET wanted = given + 1, not_before = NULL, faults = 0, fault = NULL, tried_by = '{}'
WHERE run_id = $1 AND NOT cancelled RETURNING run_id`;
export const CANCEL = `WITH RECURSIVE family (run_id) AS (SELECT run_id FROM toolplane.fleet_runs WHERE run_id = $1
UNION SELECT f.run_id FROM family JOIN toolplane.fleet_runs f ON f.above = family.run_id)
UPDATE toolplane.fleet_runs r SET cancelled = true, wanted = CASE WHEN cancelled THEN wanted ELSE given + 1 END,
not_before = NULL FROM family WHERE r.run_id = family.run_id RETURNING r.run_id`;
/** A wake that came meanwhile counts, and its moment too. Without a fault it is as it was: only a segment that ends well forgets. */
export const AGAIN: string = `UPDATE toolplane.fleet_runs SET version = coalesce($7::text, version), faults = coalesce($4, faults), fault = coalesce($5, fault),
tried_by = CASE WHEN $5::text IS NULL THEN tried_by ELSE (array_prepend($8, array_remove(tried_by, $8)))[:${MOST_TRIED}] END,
not_before = CASE WHEN wanted > given THEN not_before ELSE clock_timestamp() + $3::float8 * interval '1 ms' END,
wanted = CASE WHEN $6 THEN given + 1 ELSE wanted END WHERE run_id = $1 AND given = $2`;
export const FORGET =
  "UPDATE toolplane.fleet_runs SET faults = 0, fault = NULL, tried_by = '{}' WHERE run_id = $1 AND fault IS NOT NULL";
export const OVER: string = `WITH well AS (${FORGET})
UPDATE toolplane.fleet_runs f SET wanted = f.given + 1, not_before = NULL, faults = 0, fault = NULL, tried_by = '{}'
FROM toolplane.fleet_runs b WHERE b.run_id = $1 AND f.run_id = b.above AND NOT f.cancelled`;
export const SEGMENT =
  "SELECT given, cancelled, trace, queue, version, labels, tried_by FROM toolplane.fleet_runs WHERE run_id = $1";
export const FAULTY =
  "SELECT run_id, queue, version, labels FROM toolplane.fleet_runs WHERE fault IS NOT NULL ORDER BY random() LIMIT $1";
/** Those that rest, and those that were given up. */
export const OFFER = `UPDATE toolplane.fleet_runs SET not_before = NULL, wanted = CASE WHEN faults >= $2 THEN given + 1 ELSE wanted END
WHERE run_id = ANY ($1::text[]) AND fault IS NOT NULL`;
/** In any order: one that cannot be given yet must not stand before others. */
export const DUE: string = `(SELECT 'due' AS kind, run_id AS id, given, queue, version, labels FROM toolplane.fleet_runs
  WHERE wanted > given AND (not_before IS NULL OR not_before <= clock_timestamp()) ORDER BY random() LIMIT 50)
UNION ALL (SELECT 'cancelled', run_id, 0, '', '', '' FROM toolplane.fleet_runs WHERE cancelled AND run_id = ANY ($1::text[]))
UNION ALL (SELECT 'gone', w.worker, 0, '', '', '' FROM toolplane.fleet_workers w WHERE NOT ${HELD} LIMIT 1)`;
export const GIVE = `UPDATE toolplane.fleet_runs SET given = wanted, not_before = NULL
WHERE run_id = $1 AND given = $2 AND wanted > given RETURNING given, queue, priority, version, labels`;
/** A name of a worker that is gone is free, once its segments were given away. */
export const JOIN = `INSERT INTO toolplane.fleet_workers (worker, name, offer) VALUES ($1, $2, $3)
ON CONFLICT (worker) DO NOTHING RETURNING worker`;
export const WORKERS: string = `SELECT w.*, ${HELD} AS held FROM toolplane.fleet_workers w ORDER BY name LIMIT 1000`;
export const WANTED = `SELECT queue, version, labels,
count(*) FILTER (WHERE not_before IS NULL OR not_before <= clock_timestamp()) AS waiting,
count(*) FILTER (WHERE not_before > clock_timestamp()) AS later
FROM toolplane.fleet_runs WHERE wanted > given GROUP BY queue, version, labels LIMIT 1000`;
export const FAILURES =
  "SELECT run_id, fault, faults FROM toolplane.fleet_runs WHERE fault IS NOT NULL LIMIT $1";
export const GONE: string = `SELECT worker FROM toolplane.fleet_workers w WHERE NOT ${HELD} LIMIT 1 FOR UPDATE SKIP LOCKED`;
