/**
 * The tables, as steps that are only ever added to: a file carries the number of the last step it has taken, and every step
 * that was released stays as it is. Ids, digests and hashes are text, so that the file can be read with any SQLite shell.
 *
 * Payloads are named by SHA-256, so a plain index of their names would be written to at a random place for each of them: one
 * page of 4 kB a payload. The index is cut into epochs of a few thousand; a batch then touches a few pages of the newest
 * epoch, and a lookup asks each epoch in turn, newest first. The price is that equal bytes may be kept once in each epoch.
 */

/** Marks the file as ours; `file` and other programs read it. "tpln". */
export const APPLICATION_ID = 0x74706c6e;

export const EPOCH_PAYLOADS = 4_096;

const FIRST = `
CREATE TABLE sessions (
  session_id TEXT PRIMARY KEY,
  created_at_ms INTEGER NOT NULL,
  manifest TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE chat_parts (
  row INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  tool_call_id TEXT NOT NULL,
  id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  type TEXT NOT NULL,
  tool_state TEXT NOT NULL,
  data TEXT NOT NULL,
  UNIQUE (session_id, tool_call_id)
);

CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  tool TEXT NOT NULL,
  origin TEXT NOT NULL,
  scope TEXT NOT NULL,
  session_id TEXT NOT NULL,
  granted_at_ms INTEGER NOT NULL,
  approval TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX approvals_by_session ON approvals (session_id);

CREATE TABLE receipts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  session_id TEXT,
  issued_at_ms INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  receipt TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX receipts_by_session ON receipts (session_id);

CREATE TABLE chains (
  chain INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL UNIQUE,
  next_sequence INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  head_sequence INTEGER,
  head_hash TEXT,
  head_mac TEXT
);

CREATE TABLE events (
  chain INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  call_id TEXT,
  payload_digest TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (chain, sequence)
) WITHOUT ROWID;

CREATE TABLE payload_epochs (
  epoch INTEGER PRIMARY KEY,
  first_id INTEGER NOT NULL
);

CREATE TABLE payloads (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  tag INTEGER NOT NULL,
  put_at_ms INTEGER NOT NULL,
  digest TEXT NOT NULL,
  bytes BLOB NOT NULL
);
CREATE INDEX payloads_by_tag ON payloads (epoch, tag);

CREATE TABLE paused_sessions (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  resolved_at_ms INTEGER,
  answer TEXT,
  paused TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX paused_by_conversation ON paused_sessions (conversation_id, created_at_ms);

CREATE TABLE slots (
  session_id TEXT NOT NULL,
  tool_id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session_id, tool_id)
) WITHOUT ROWID;

CREATE TABLE journal (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  path TEXT NOT NULL,
  before TEXT,
  after TEXT,
  mode INTEGER,
  undone INTEGER NOT NULL
);
CREATE INDEX journal_by_session ON journal (session_id, row);

CREATE TABLE sidecars (
  row INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  bytes INTEGER NOT NULL
);
CREATE INDEX sidecars_by_session ON sidecars (session_id, row);
`;

/** Runs of agents. Their log is apart from the row: a row is written with each step, what was said only once. */
const RUNS = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  parent_id TEXT,
  call_id TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  status TEXT NOT NULL,
  owner TEXT,
  length INTEGER NOT NULL,
  about TEXT NOT NULL,
  head TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX runs_by_session ON runs (session_id);
CREATE INDEX runs_by_parent ON runs (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX runs_by_time ON runs (updated_at_ms);

CREATE TABLE run_log (
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (run_id, place)
) WITHOUT ROWID;
`;

/**
 * No new table: from here on sessions and changes of files are told in the chains too. A version that does not know it would
 * write what `verify` takes for somebody else's, so it is kept out.
 */
const SEALED = "-- Sessions and changes are sealed.";

/**
 * The index of calls. Entries are only added at the end, which costs a commit one page. They are found by their terms block by block:
 * a block is 256 entries, and when it is full, its terms are written once. So a term that is in few calls leads to few blocks, and a
 * call costs no page for each of its terms. A block without its moments is open: its terms may be missing, and it is looked into always.
 * Rows of files from before are the first backlog.
 */
const CALLS = `
CREATE TABLE calls (
  call INTEGER PRIMARY KEY,
  chain INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  terms TEXT NOT NULL,
  shown TEXT NOT NULL
);

CREATE TABLE call_blocks (
  block INTEGER PRIMARY KEY,
  first_ms INTEGER,
  last_ms INTEGER
);

CREATE TABLE call_terms (
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  PRIMARY KEY (term, block)
) WITHOUT ROWID;

CREATE TABLE call_backlog (
  chain INTEGER NOT NULL,
  from_row INTEGER NOT NULL,
  until_row INTEGER NOT NULL,
  PRIMARY KEY (chain, from_row)
) WITHOUT ROWID;
INSERT INTO call_backlog SELECT chain, 0, next_sequence FROM chains
WHERE next_sequence > 0 AND session_id <> 'toolplane:sessions';
`;

/** Step n takes a file from version n to n + 1. */
export const SCHEMA_STEPS: readonly string[] = [FIRST, RUNS, SEALED, CALLS];
