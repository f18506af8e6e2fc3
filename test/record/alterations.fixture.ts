/** Alterations of a recorded store, made from what is in it: each cell of each table, rows, sessions, tables, heads. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SESSIONS_CHAIN } from "@toolplane/contract/ports";

export interface Alteration {
  /** Table, kind and place: `journal path of row 2`. */
  readonly name: string;
  readonly table: string;
  /** The column, or what was done to rows. */
  readonly what: string;
  apply(database: DatabaseSync): void;
}

type Cell = SQLInputValue;
type Row = Readonly<Record<string, Cell>>;

/** Rows of one table that are altered cell by cell; spread over all of them. */
const ROWS_OF_TABLE = 7;

export function readAlterations(path: string): readonly Alteration[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = namesOf(database);
    return [
      ...tables.flatMap((table) => ofTable(database, table)),
      ...sessionsOf(database).flatMap(ofSession),
      ...ofLedger(database),
    ];
  } finally {
    database.close();
  }
}

function namesOf(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return rows.map(({ name }) => String(name));
}

function ofTable(database: DatabaseSync, table: string): readonly Alteration[] {
  const all = database.prepare(`SELECT * FROM ${table}`).all() as readonly Row[];
  const keys = database
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .filter(({ pk }) => Number(pk) > 0)
    .map(({ name }) => String(name));
  const step = Math.max(1, Math.ceil(all.length / ROWS_OF_TABLE));
  const chosen = all.filter((_, index) => index % step === 0 || index === all.length - 1);
  const empty = {
    name: `${table} emptied`,
    table,
    what: "emptied",
    apply: (altered: DatabaseSync) => altered.exec(`DELETE FROM ${table}`),
  };
  return [
    ...chosen.flatMap((row, index) => ofRow({ table, row, keys, at: index * step })),
    ...chosen.slice(1).map((row, index) => swapped({ table, keys }, chosen[index] as Row, row)),
    ...(all.length === 0 ? [] : [empty]),
  ];
}

interface Place {
  readonly table: string;
  readonly row: Row;
  readonly keys: readonly string[];
  readonly at: number;
}

function ofRow({ table, row, keys, at }: Place): readonly Alteration[] {
  const named = (what: string, apply: Alteration["apply"]): Alteration => ({
    name: `${table} ${what} of row ${at}`,
    table,
    what: what.split(" ")[0] ?? what,
    apply,
  });
  const cells = Object.entries(row).flatMap(([column, cell]) =>
    others(cell).map(([how, value]) =>
      named(`${column}${how}`, (database) =>
        run(database, `UPDATE ${table} SET ${column} = ?`, [value], row),
      ),
    ),
  );
  return [
    ...cells,
    named("removed", (database) => run(database, `DELETE FROM ${table}`, [], row)),
    named("added", (database) => {
      const more: Record<string, Cell> = { ...row };
      for (const column of [...keys, "id", "path"])
        if (column in more) more[column] = others(more[column] ?? null)[0]?.[1] ?? null;
      insert(database, table, more);
    }),
  ];
}

/** Two rows change places: each has the other's values, and keeps its key. */
function swapped(
  { table, keys }: Pick<Place, "table" | "keys">,
  left: Row,
  right: Row,
): Alteration {
  const under = (key: Row, values: Row): Row =>
    Object.fromEntries(
      Object.keys(key).map((name) => [name, (keys.includes(name) ? key : values)[name] ?? null]),
    );
  return {
    name: `${table} swapped ${keys.map((key) => `${left[key]}/${right[key]}`).join(" ")}`,
    table,
    what: "swapped",
    apply(database) {
      for (const row of [left, right]) run(database, `DELETE FROM ${table}`, [], row);
      insert(database, table, under(left, right));
      insert(database, table, under(right, left));
    },
  };
}

function insert(database: DatabaseSync, table: string, row: Row): void {
  const columns = Object.keys(row);
  database
    .prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
    .run(...Object.values(row));
}

function run(database: DatabaseSync, statement: string, values: readonly Cell[], row: Row): void {
  const where = Object.keys(row).map((column) => `${column} IS ?`);
  const text = `${statement} WHERE ${where.join(" AND ")}`;
  const { changes } = database.prepare(text).run(...values, ...Object.values(row));
  if (Number(changes) !== 1) throw new TypeError(`${text}: ${changes} rows`);
}

/** Other values for a cell, each with how it differs. */
function others(cell: Cell): readonly (readonly [string, Cell])[] {
  if (cell === null) return [[" set", 7]];
  if (typeof cell === "number" || typeof cell === "bigint") return [["", Number(cell) + 1]];
  if (cell instanceof Uint8Array) {
    const flipped = Uint8Array.from(cell);
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    return [
      ["", flipped],
      [" cut", cell.slice(0, -1)],
    ];
  }
  const text = String(cell);
  if (text.startsWith("{")) return othersOfJson(text);
  const last = text.at(-1) === "0" ? "1" : "0";
  return [
    ["", `${text.slice(0, -1)}${last}`],
    [" longer", `${text}0`],
  ];
}

function othersOfJson(text: string): readonly (readonly [string, Cell])[] {
  const value = JSON.parse(text) as Record<string, unknown>;
  return Object.keys(value).flatMap((name) => [
    [
      ` with another ${name}`,
      JSON.stringify({ ...value, [name]: otherJson(value[name]) }),
    ] as const,
    [` without ${name}`, JSON.stringify({ ...value, [name]: undefined })] as const,
  ]);
}

function otherJson(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value}0`;
  if (Array.isArray(value)) return [...value, "other"];
  return { ...(value as object), other: 1 };
}

function sessionsOf(database: DatabaseSync): readonly string[] {
  const rows = database.prepare("SELECT session_id FROM chains WHERE session_id <> ?");
  return rows.all(SESSIONS_CHAIN).map(({ session_id }) => String(session_id));
}

const CHAIN = "chain = (SELECT chain FROM chains WHERE session_id = $id)";
const ROWS = `DELETE FROM events WHERE ${CHAIN}`;
const OF_SESSION: Readonly<Record<string, readonly string[]>> = {
  sessions: ["DELETE FROM sessions WHERE session_id = $id"],
  journal: ["DELETE FROM journal WHERE session_id = $id"],
  rows: [ROWS],
  chain: [ROWS, "DELETE FROM chains WHERE session_id = $id"],
  parts: ["DELETE FROM chat_parts WHERE session_id = $id"],
  others: ["slots", "sidecars", "runs", "approvals", "receipts"].map(
    (table) => `DELETE FROM ${table} WHERE session_id = $id`,
  ),
  "head set to nothing": [
    "UPDATE chains SET head_sequence = NULL, head_hash = NULL, head_mac = NULL WHERE session_id = $id",
  ],
  "chain counted from nothing": [
    "UPDATE chains SET next_sequence = 0, last_at_ms = 0 WHERE session_id = $id",
  ],
  "told by nobody": [
    `DELETE FROM events WHERE call_id = $id AND chain = (SELECT chain FROM chains WHERE session_id = '${SESSIONS_CHAIN}')`,
  ],
  "called otherwise": ["sessions", "chains", "journal", "chat_parts"].map(
    (table) => `UPDATE ${table} SET session_id = session_id || '0' WHERE session_id = $id`,
  ),
  "first row after nothing": [
    `UPDATE events SET previous = '${"0".repeat(64)}' WHERE sequence = 0 AND ${CHAIN}`,
  ],
  "journal turned round": ["UPDATE journal SET row = -row WHERE session_id = $id"],
  "journal of another": ["UPDATE journal SET session_id = 'ses_other' WHERE session_id = $id"],
  "all taken back": ["UPDATE journal SET undone = 1 WHERE session_id = $id"],
  "nothing taken back": ["UPDATE journal SET undone = 0 WHERE session_id = $id"],
};

/** As the review removed a session, and every part of it that can be left behind. */
const WHOLE: readonly (readonly string[])[] = [
  ["sessions", "chain", "parts"],
  ["sessions", "chain", "parts", "journal", "others"],
  ["sessions", "chain", "parts", "journal", "others", "told by nobody"],
  ["sessions", "rows"],
  ["rows", "head set to nothing"],
  ["rows", "head set to nothing", "chain counted from nothing"],
  ["rows", "head set to nothing", "chain counted from nothing", "journal", "parts"],
  ["chain", "parts"],
  ["chain", "journal"],
];

function ofSession(id: string): readonly Alteration[] {
  const singly = Object.keys(OF_SESSION).map((name) => [name]);
  return [...singly, ...WHOLE].map((names) => ({
    name: `${id}: ${names.join(", ")}`,
    table: "session",
    what: names.join(", "),
    apply(database) {
      for (const name of names)
        for (const text of OF_SESSION[name] ?? []) database.prepare(text).run({ $id: id });
    },
  }));
}

function ofLedger(database: DatabaseSync): readonly Alteration[] {
  const chain = `(SELECT chain FROM chains WHERE session_id = '${SESSIONS_CHAIN}')`;
  const rows = database.prepare(`SELECT sequence FROM events WHERE chain = ${chain}`).all();
  const named = (what: string, ...statements: readonly string[]): Alteration => ({
    name: `the chain of sessions: ${what}`,
    table: "ledger",
    what,
    apply: (altered) => {
      for (const text of statements) altered.exec(text);
    },
  });
  const cut = (from: number): readonly string[] => [
    `DELETE FROM events WHERE chain = ${chain} AND sequence >= ${from}`,
    `UPDATE chains SET next_sequence = ${from}, head_sequence = ${from} - 1,
      head_hash = (SELECT hash FROM events WHERE chain = ${chain} AND sequence = ${from} - 1) WHERE chain = ${chain}`,
  ];
  const noHead = `UPDATE chains SET head_sequence = NULL, head_hash = NULL, head_mac = NULL WHERE chain = ${chain}`;
  return [
    ...rows.map(({ sequence }) => named(`cut at ${sequence}`, ...cut(Number(sequence)))),
    ...rows.map(({ sequence }) =>
      named(
        `without row ${sequence}, the others moved up`,
        ...[
          `DELETE FROM events WHERE chain = ${chain} AND sequence = ${sequence}`,
          `UPDATE events SET sequence = -sequence WHERE chain = ${chain} AND sequence > ${sequence}`,
          `UPDATE events SET sequence = -sequence - 1 WHERE chain = ${chain} AND sequence < 0`,
          `UPDATE chains SET next_sequence = next_sequence - 1, head_sequence = head_sequence - 1 WHERE chain = ${chain}`,
        ],
      ),
    ),
    named("without a head", noHead),
    named("without rows", `DELETE FROM events WHERE chain = ${chain}`),
    named("without rows and head", `DELETE FROM events WHERE chain = ${chain}`, noHead),
    named(
      "gone",
      `DELETE FROM events WHERE chain = ${chain}`,
      `DELETE FROM chains WHERE session_id = '${SESSIONS_CHAIN}'`,
    ),
    named("a session's", `UPDATE chains SET session_id = 'ses_ledger' WHERE chain = ${chain}`),
  ];
}
