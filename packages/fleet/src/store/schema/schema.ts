/**
 * The tables, as steps that are only ever added to: a database carries the number of the last step it has taken, and every step that
 * was released stays as it is. They are those of the SQLite store, in a schema of their own.
 *
 * Ids sort by their bytes (`COLLATE "C"`), so pages come in the same order whatever the database's language is. JSON is text: `jsonb`
 * cannot hold `\u0000`. A chain has a number that never comes a second time, so rows of a session that is gone and made again are not
 * taken for the new one's.
 */

const FIRST = `
CREATE TABLE toolplane.sessions (
  session_id text COLLATE "C" PRIMARY KEY,
  created_at_ms bigint NOT NULL,
  manifest text NOT NULL
);

CREATE TABLE toolplane.chat_parts (
  row bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  session_id text COLLATE "C" NOT NULL,
  tool_call_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  message_id text NOT NULL,
  place int NOT NULL,
  type text NOT NULL,
  tool_state text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (session_id, tool_call_id)
);

CREATE TABLE toolplane.approvals (
  id text COLLATE "C" PRIMARY KEY,
  tool text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  scope text NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  granted_at_ms bigint NOT NULL,
  approval text NOT NULL
);
CREATE INDEX approvals_by_session ON toolplane.approvals (session_id);

CREATE TABLE toolplane.receipts (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  session_id text COLLATE "C",
  issued_at_ms bigint NOT NULL,
  used boolean NOT NULL DEFAULT false,
  receipt text NOT NULL
);
CREATE INDEX receipts_by_session ON toolplane.receipts (session_id);

CREATE TABLE toolplane.chains (
  chain bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL UNIQUE,
  next_sequence int NOT NULL,
  last_at_ms bigint NOT NULL,
  head_sequence int,
  head_hash text,
  head_mac text
) WITH (fillfactor = 70);

CREATE TABLE toolplane.events (
  chain bigint NOT NULL,
  sequence int NOT NULL,
  type text NOT NULL,
  at_ms bigint NOT NULL,
  call_id text,
  payload_digest text COLLATE "C" NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (chain, sequence)
);

CREATE TABLE toolplane.payloads (
  digest text COLLATE "C" PRIMARY KEY,
  put_at_ms bigint NOT NULL,
  names_others boolean NOT NULL,
  bytes bytea NOT NULL
);

CREATE TABLE toolplane.paused_sessions (
  id text COLLATE "C" PRIMARY KEY,
  conversation_id text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  resolved_at_ms bigint,
  answer text,
  paused text NOT NULL
);
CREATE INDEX paused_by_conversation ON toolplane.paused_sessions (conversation_id, created_at_ms);
CREATE INDEX paused_open ON toolplane.paused_sessions (created_at_ms, id) WHERE resolved_at_ms IS NULL;

CREATE TABLE toolplane.runs (
  id text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL,
  parent_id text COLLATE "C",
  call_id text,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  status text NOT NULL,
  owner text,
  length int NOT NULL,
  about text NOT NULL,
  head text NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX runs_by_session ON toolplane.runs (session_id);
CREATE INDEX runs_by_parent ON toolplane.runs (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX runs_by_time ON toolplane.runs (updated_at_ms, id);

CREATE TABLE toolplane.run_log (
  run_id text COLLATE "C" NOT NULL,
  place int NOT NULL,
  entry text NOT NULL,
  PRIMARY KEY (run_id, place)
);

CREATE TABLE toolplane.slots (
  session_id text COLLATE "C" NOT NULL,
  tool_id text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (session_id, tool_id)
);

CREATE TABLE toolplane.journal (
  row bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  id text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL,
  call_id text NOT NULL,
  at_ms bigint NOT NULL,
  path text NOT NULL,
  before text COLLATE "C",
  after text COLLATE "C",
  mode int,
  undone boolean NOT NULL
);
CREATE INDEX journal_by_session ON toolplane.journal (session_id, row);

CREATE TABLE toolplane.sidecars (
  row bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  path text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL,
  call_id text NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX sidecars_by_session ON toolplane.sidecars (session_id, row);
`;

/**
 * The index of calls. Terms are one text, a line each. The database's own index of words holds them as they are, and finds whole ones
 * and beginnings.
 */
const CALLS = `
CREATE TABLE toolplane.calls (
  call bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain bigint NOT NULL,
  sequence int NOT NULL,
  call_id text NOT NULL,
  at_ms bigint NOT NULL,
  terms text NOT NULL,
  shown text NOT NULL
);
CREATE INDEX calls_by_time ON toolplane.calls (at_ms, call);
CREATE INDEX calls_by_chain ON toolplane.calls (chain);
CREATE INDEX calls_by_term ON toolplane.calls
USING gin (array_to_tsvector(string_to_array(terms, chr(10))));

CREATE TABLE toolplane.call_backlog (
  chain bigint NOT NULL,
  from_row int NOT NULL,
  until_row int NOT NULL,
  PRIMARY KEY (chain, from_row)
);
`;

/** The workers, and until when by this database's clock. */
const WORKERS = `
CREATE TABLE toolplane.workers (
  worker text COLLATE "C" PRIMARY KEY,
  held_until timestamptz NOT NULL
) WITH (fillfactor = 70);
`;

/**
 * Runs that were submitted to the fleet, and who is at work in it. A run has segments with numbers: `given` went to the engine's queues, and
 * `wanted` is the last that somebody asked for, so one that is behind is brought there by whoever looks next.
 */
const FLEET = `
CREATE TABLE toolplane.fleet_runs (
  run_id text COLLATE "C" PRIMARY KEY,
  key text COLLATE "C" UNIQUE,
  queue text NOT NULL,
  priority int NOT NULL,
  version text NOT NULL,
  labels text NOT NULL,
  trace text,
  wanted bigint NOT NULL,
  given bigint NOT NULL,
  not_before timestamptz,
  cancelled boolean NOT NULL DEFAULT false,
  faults int NOT NULL DEFAULT 0,
  fault text
) WITH (fillfactor = 70);
CREATE INDEX fleet_runs_wanted ON toolplane.fleet_runs (not_before) WHERE wanted > given;
CREATE INDEX fleet_runs_faulty ON toolplane.fleet_runs (run_id) WHERE fault IS NOT NULL;

CREATE TABLE toolplane.fleet_workers (
  worker text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  offer text NOT NULL,
  draining boolean NOT NULL DEFAULT false
) WITH (fillfactor = 70);
`;

/** Runs below others, which are cancelled with them and wake them. */
const FAMILIES = `
ALTER TABLE toolplane.fleet_runs ADD COLUMN above text COLLATE "C";
CREATE INDEX fleet_runs_above ON toolplane.fleet_runs (above) WHERE above IS NOT NULL;
`;

/** Workers with whom a run went wrong since it last went well. */
const TRIED = "ALTER TABLE toolplane.fleet_runs ADD COLUMN tried_by text[] NOT NULL DEFAULT '{}'";

/** Step n takes a database from version n to n + 1. */
export const SCHEMA_STEPS: readonly string[] = [FIRST + CALLS, WORKERS, FLEET, FAMILIES, TRIED];
