/** Prepared statements by their text. The texts are constants of this folder, so the cache is bounded by what is written in it. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

export type StoredValue = SQLInputValue;

export type StoredRow = Readonly<Record<string, SQLOutputValue>>;

/** Where many rows are inserted. One object for each place: prepared statements are found by it. */
export interface InsertTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly tail?: string;
}

/** The part of a database that the tables use. */
export interface Statements {
  all(sql: string, ...values: readonly StoredValue[]): readonly StoredRow[];
  get(sql: string, ...values: readonly StoredValue[]): StoredRow | undefined;
  /** The number of rows it changed. */
  run(sql: string, ...values: readonly StoredValue[]): number;
  /** Rows whose values come one row after the other. */
  insert(table: InsertTable, values: readonly StoredValue[]): void;
}

/** Rows of one statement: crossing into SQLite costs about as much as a row does. */
const ROWS_AT_ONCE = [32, 4, 1] as const;

export function createStatements(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const inserts = new Map<InsertTable, readonly Insert[]>();
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
    insert(table, values) {
      let known = inserts.get(table);
      if (!known) {
        known = insertsOf(table);
        inserts.set(table, known);
      }
      let at = 0;
      for (const { text, rows } of known) {
        const step = rows * table.columns.length;
        for (; at + step <= values.length; at += step) of(text).run(...values.slice(at, at + step));
      }
    },
  };
}

interface Insert {
  readonly text: string;
  readonly rows: number;
}

/**
 * OR FAIL, because a fault undoes the whole transaction: without it SQLite copies each page that the statement changes to a file
 * of its own, to be able to undo the statement alone.
 */
function insertsOf({ name, columns, tail = "" }: InsertTable): readonly Insert[] {
  const places = `(${columns.map(() => "?").join()})`;
  return ROWS_AT_ONCE.map((rows) => {
    const values = Array(rows).fill(places).join();
    return { text: `INSERT OR FAIL INTO ${name} (${columns}) VALUES ${values} ${tail}`, rows };
  });
}
