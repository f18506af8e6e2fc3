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
  /** `INSERT … VALUES` for many rows of so many columns, whose values come one row after the other. */
  insert(sql: string, columns: number, values: readonly StoredValue[]): void;
}

/** Rows of one statement: crossing into SQLite costs about as much as a row does. */
const ROWS_AT_ONCE = [32, 4, 1] as const;

/** Makes an empty cache over a database. */
export function createStatements(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const multiple = new Map<string, readonly Insert[]>();
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
    insert(sql, columns, values) {
      let inserts = multiple.get(sql);
      if (!inserts) {
        inserts = insertsOf(sql, columns);
        multiple.set(sql, inserts);
      }
      let at = 0;
      for (const { text, rows } of inserts) {
        const step = rows * columns;
        for (; at + step <= values.length; at += step) of(text).run(...values.slice(at, at + step));
      }
    },
  };
}

interface Insert {
  readonly text: string;
  readonly rows: number;
}

function insertsOf(sql: string, columns: number): readonly Insert[] {
  const places = `(${Array(columns).fill("?").join()})`;
  return ROWS_AT_ONCE.map((rows) => ({ text: `${sql} ${Array(rows).fill(places).join()}`, rows }));
}
