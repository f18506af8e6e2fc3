/**
 * Opens the file, private to its owner, and brings it to the schema of this version: forward only, all steps in one
 * transaction. Refused are the file of a newer version, because writing to it could lose what that version relies on, and
 * the database of another program.
 *
 * The file is made before SQLite opens it, so that it is never readable by others, not for a moment; SQLite gives its mode
 * to the log and the index beside it. A file that is there is not opened by us: closing it would drop SQLite's locks.
 */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import { loadSqlite } from "../../ground/load-sqlite.ts";
import { isNewFile, migrate } from "./migrate.ts";
import { SCHEMA_STEPS } from "./schema.ts";

/** Not a file: gone when it is closed. */
export const IN_MEMORY = ":memory:";

/** For locks that others hold for a moment only. */
const WAIT = "PRAGMA busy_timeout = 5";

/** Said before the first page is written; in a file that has pages it would only be a write of its own. */
const FIRST_SETTINGS = "PRAGMA auto_vacuum = INCREMENTAL";

/** `FAST` clears what was deleted wherever that costs no further page; a log that grew large is cut again. */
const SETTINGS = `
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -8192;
PRAGMA trusted_schema = OFF;
PRAGMA secure_delete = FAST;
PRAGMA journal_size_limit = 16777216;
`;

/** Opens it; throws what SQLite or the system throws, and a ToolError for a file that is not for us. */
export function openDatabase(path: string): DatabaseSync {
  if (path !== IN_MEMORY) makePrivate(path);
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const migration = { steps: SCHEMA_STEPS, path };
  try {
    database.exec(WAIT);
    if (isNewFile(database, migration)) database.exec(FIRST_SETTINGS);
    if (path !== IN_MEMORY) useLog(database, path);
    database.exec(SETTINGS);
    migrate(database, migration);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const { mode, uid } = statSync(path);
    // Another owner's file is not ours to change: opening it will say so.
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o600);
  }
}

/** Several processes on one file need the log, and it needs shared memory: not every network file system has that. */
function useLog(database: DatabaseSync, path: string): void {
  const row = database.prepare("PRAGMA journal_mode = WAL").get();
  if (row?.journal_mode !== "wal")
    throw new ToolError(
      "unavailable",
      `The store ${path} is on a file system that SQLite cannot share: use a local disk.`,
    );
}
