/**
 * Opens what is kept between runs, in the user-data directory: the store, and the key that seals records and receipts. The key is
 * made once, readable by its owner only, and lies outside every sandbox.
 */
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { loadPackage } from "../ground/load-package.ts";
import type { RecordKey, RecordPlace } from "../ground/record-place.ts";
import { checkTeamKey } from "./check-team-key.ts";
import { openKey, readKey } from "./open-key.ts";
import { openUserData } from "./open-user-data.ts";
import { STORE_FILE } from "./state-files.ts";

/** An open state. The caller closes it after everything that writes to it. */
export interface State {
  readonly store: Store;
  readonly key: Uint8Array;
  /** The user-data directory that it belongs to. */
  readonly userData: string;
  readonly kind: "SQLite" | "PostgreSQL";
  close(): Promise<void>;
}

/** What leads to it. */
export interface StatePlace {
  readonly userData: string;
  /** The database of a team's record; null: the file in the user-data directory. */
  readonly recordPlace: RecordPlace | null;
}

/**
 * Opens it, and makes what is missing. The key comes first: where it cannot be used, nothing else is touched. Rejects with a
 * ConfigurationError for what a person has to mend, and with a ToolError `unavailable` for a store that cannot be used now.
 *
 * The product works on any `Store`; this is the one place where it is SQLite or PostgreSQL.
 */
export async function openState({ userData, recordPlace }: StatePlace): Promise<State> {
  if (recordPlace !== null) return openTeamState(userData, recordPlace);
  const key = openKey(userData);
  const store = await openSqliteStore({ path: join(userData, STORE_FILE) });
  return { store, key, userData, kind: "SQLite", close: () => store.close() };
}

async function openTeamState(userData: string, place: RecordPlace): Promise<State> {
  openUserData(userData);
  const key = place.key === null ? openKey(userData) : teamKey(place.key);
  const url = place.url();
  const { openPostgresStore } = await loadFleet();
  const store = await openPostgresStore({ url });
  try {
    await checkTeamKey(store, key);
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
  return { store, key, userData, kind: "PostgreSQL", close: () => store.close() };
}

function teamKey(key: RecordKey): Uint8Array {
  if ("bytes" in key) return key.bytes();
  const bytes = readKey(key.file);
  if (bytes !== null) return bytes;
  throw new ConfigurationError(key.file, "is not there: put a copy of the record's key here");
}

async function loadFleet(): Promise<typeof import("@toolplane/fleet")> {
  return loadPackage("@toolplane/fleet", {
    what: "The record in PostgreSQL",
    where: "record",
    load: () => import("@toolplane/fleet"),
  });
}
