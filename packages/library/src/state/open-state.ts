/**
 * What is kept between runs, in the user-data directory: the store, and the key that seals records and receipts. The key is made
 * once, readable by its owner only, and lies outside every sandbox.
 */
import { join } from "node:path";
import { openSqliteStore, type SqliteStore } from "@toolplane/host";
import { openKey } from "./open-key.ts";

/** The file of the store in the user-data directory. */
export const STORE_FILE = "record.sqlite";

/** An open state. The caller closes it after everything that writes to it. */
export interface State {
  readonly store: SqliteStore;
  readonly key: Uint8Array;
  /** The file of the store, for people. */
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Opens it, and makes what is missing. The key comes first: where it cannot be used, nothing else is touched. Rejects with a
 * ConfigurationError for what a person has to mend, and with a ToolError `unavailable` for a store that cannot be used now.
 */
export async function openState(userData: string): Promise<State> {
  const key = openKey(userData);
  const path = join(userData, STORE_FILE);
  const store = await openSqliteStore({ path });
  return { store, key, path, close: () => store.close() };
}
