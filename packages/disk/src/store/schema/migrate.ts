/** Brings a database to the newest schema, or says why it cannot be used. */
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "@toolplane/contract";
import { APPLICATION_ID } from "./schema.ts";

/** The steps, of which the database may have taken some, and its name for the reader. */
export interface Migration {
  readonly steps: readonly string[];
  readonly path: string;
}

/**
 * True for a file that holds nothing yet. Throws for one of a newer version or of another program. Changes nothing, so it is asked
 * before anything is set in the file.
 */
export function isNewFile(database: DatabaseSync, migration: Migration): boolean {
  missing(database, migration);
  return isEmpty(database);
}

/** Takes the missing steps, all or none. */
export function migrate(database: DatabaseSync, migration: Migration): void {
  if (missing(database, migration) === 0) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Looked at again under the lock: another process may have been faster.
    const { steps } = migration;
    const from = steps.length - missing(database, migration);
    for (const step of steps.slice(from)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function missing(database: DatabaseSync, { steps, path }: Migration): number {
  const version = pragma(database, "user_version");
  // In this order: the process that makes the file names its owner with its first table, and may do so between two looks.
  if (!isEmpty(database) && pragma(database, "application_id") !== APPLICATION_ID)
    throw new ToolError(
      "unavailable",
      `The store ${path} is a database of another program: name another file.`,
    );
  if (version > steps.length)
    throw new ToolError(
      "unavailable",
      `The store ${path} was written by a newer version (schema ${version}, this one knows ${steps.length}): update toolplane, or name another file.`,
    );
  return steps.length - version;
}

function isEmpty(database: DatabaseSync): boolean {
  return pragma(database, "schema_version") === 0;
}

function pragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return Number(row?.[name] ?? 0);
}
