/**
 * Marks in the host's own data by which a process is known to live wherever its id means nothing, as in another container: a file
 * that is locked for as long as the process runs. The system takes the lock from a dead one by itself. Node locks no files, SQLite
 * does: an empty database that is never written.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { loadSqlite } from "./load-sqlite.ts";

/**
 * Marks this process under its name; to be called before it leaves anything behind. The returned function takes the mark away.
 * Where the disk knows no locks there is no mark, and only processes that see this one's id know that it lives.
 */
export function holdMark(userData: string, name: string): () => void {
  const folder = join(userData, FOLDER);
  const nonce = randomUUID();
  const fresh = join(folder, `${UNHELD}${nonce}`);
  const file = join(folder, `${name}-${nonce}`);
  let database: DatabaseSync | null = null;
  const letGo = () => {
    for (const one of [file, fresh]) rmSync(one, { force: true });
    database?.close();
    database = null;
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeLeft(folder);
    database = new (loadSqlite().DatabaseSync)(fresh);
    // Nothing is ever written, so nothing has to be written down first.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    // Only a mark that is held gets its name: a process that finds one that is not held takes it away.
    renameSync(fresh, file);
  } catch {
    letGo();
  }
  return letGo;
}

/** True while a process holds a mark of this name. */
export function isMarkHeld(userData: string, name: string): boolean {
  const folder = join(userData, FOLDER);
  return namesIn(folder)
    .filter((one) => one.startsWith(`${name}-`))
    .some((one) => isHeld(join(folder, one)));
}

const FOLDER = "alive";
const UNHELD = "new-";
/** From its making to its name a mark takes no longer. */
const MAKING_MS = 600_000;

function removeLeft(folder: string): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    if (name.startsWith(UNHELD) ? isRecent(file) : isHeld(file)) continue;
    rmSync(file, { force: true });
  }
}

function isRecent(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < MAKING_MS;
}

/** True while a mark is held. One that cannot be asked counts as held: nothing of a living process may be taken for left. */
function isHeld(file: string): boolean {
  const { DatabaseSync } = loadSqlite();
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } finally {
    database?.close();
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
