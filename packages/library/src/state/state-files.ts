/** The files of the state in the user-data directory, for who looks at them without opening the store. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { State, StatePlace } from "./state.ts";

export const KEY_FILE = "record.key";
export const STORE_FILE = "record.sqlite";

/** Tells whether anything was kept yet. Opening makes what is missing, so a command that only looks asks this first. */
export function hasState({ userData, recordPlace }: StatePlace): boolean {
  return Boolean(recordPlace?.database) || existsSync(join(userData, STORE_FILE));
}

/** The files that only their owner may read. */
export function stateFiles(userData: string): readonly string[] {
  return [KEY_FILE, STORE_FILE].map((file) => join(userData, file));
}

/** The kind of the store, and the bytes that it takes on this machine's disk. */
export function storeFacts({ userData, kind }: Pick<State, "userData" | "kind">): {
  readonly kind: string;
  readonly bytes: number;
} {
  if (kind !== "SQLite") return { kind, bytes: 0 };
  const path = join(userData, STORE_FILE);
  const bytes = [path, `${path}-wal`].reduce(
    (sum, file) => sum + (existsSync(file) ? statSync(file).size : 0),
    0,
  );
  return { kind, bytes };
}
