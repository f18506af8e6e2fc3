/**
 * Opens what is kept between runs, in the user-data directory: the store, and the key that seals records and receipts. The key is
 * made once, readable by its owner only, and lies outside every sandbox.
 */
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { openKey } from "./open-key.ts";
import { STORE_FILE } from "./state-files.ts";

/** An open state. The caller closes it after everything that writes to it. */
export interface State {
  readonly store: Store;
  readonly key: Uint8Array;
  /** The user-data directory that it belongs to. */
  readonly userData: string;
  close(): Promise<void>;
}

/**
 * Opens it, and makes what is missing. The key comes first: where it cannot be used, nothing else is touched. Rejects with a
 * ConfigurationError for what a person has to mend, and with a ToolError `unavailable` for a store that cannot be used now.
 *
 * The product works on any `Store`; this is the one place where it is SQLite.
 */
export async function openState(userData: string): Promise<State> {
  const key = openKey(userData);
  const store = await openSqliteStore({ path: join(userData, STORE_FILE) });
  return { store, key, userData, close: () => store.close() };
}
