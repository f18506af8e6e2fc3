/** Prepared statements by their text. The texts are constants of this folder, so the cache is bounded by what is written in it. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** A value of a column. */
export type StoredValue = SQLInputValue;

/** A row as it was read. */
export type StoredRow = Readonly<Record<string, SQLOutputValue>>;

/** What the tables use of a database. */
export interface Statements {
  all(sql: string, ...values: readonly StoredValue[]): readonly StoredRow[];
  get(sql: string, ...values: readonly StoredValue[]): StoredRow | undefined;
  /** The number of rows it changed. */
  run(sql: string, ...values: readonly StoredValue[]): number;
  /** `INSERT … VALUES` for many rows; `tail` follows the values. */
  insert(sql: string, rows: readonly (readonly StoredValue[])[], tail?: string): void;
}

/** Rows of one statement: crossing into SQLite costs about as much as a row does. */
const ROWS_AT_ONCE = 16;

/** Makes an empty cache over a database. */
export function createStatements(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const of = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
  return {
    all: (sql, ...values) => of(sql).all(...values) as StoredRow[],
    get: (sql, ...values) => of(sql).get(...values) as StoredRow | undefined,
    run: (sql, ...values) => Number(of(sql).run(...values).changes),
    insert(sql, rows, tail = "") {
      const places = `(${Array(rows[0]?.length ?? 0)
        .fill("?")
        .join()})`;
      const many = `${sql} ${Array(ROWS_AT_ONCE).fill(places).join()} ${tail}`;
      let at = 0;
      for (; at + ROWS_AT_ONCE <= rows.length; at += ROWS_AT_ONCE)
        of(many).run(...rows.slice(at, at + ROWS_AT_ONCE).flat());
      for (; at < rows.length; at += 1) of(`${sql} ${places} ${tail}`).run(...(rows[at] ?? []));
    },
  };
}
