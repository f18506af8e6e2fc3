/**
 * Opens what is kept between runs, in the user-data directory: the store, and the key that seals records and receipts. The key is
 * made once, readable by its owner only, and lies outside every sandbox.
 */
import { join } from "node:path";
import { openSqliteStore } from "@toolplane/host";
import { openKeys } from "./open-keys.ts";
import type { State, StatePlace } from "./state.ts";
import { STORE_FILE } from "./state-files.ts";

export type { State, StatePlace } from "./state.ts";

/**
 * Opens it, and makes what is missing. The key comes first: where it cannot be used, nothing else is touched. Rejects with a
 * ConfigurationError for what a person has to mend, and with a ToolError `unavailable` for a store that cannot be used now.
 *
 * The product works on any `Store`; here it is SQLite, or PostgreSQL for a team.
 */
export async function openState({ userData, recordPlace }: StatePlace): Promise<State> {
  const database = recordPlace?.database ?? null;
  if (recordPlace !== null && database !== null)
    return (await import("./open-team-state.ts")).openTeamState(userData, {
      ...recordPlace,
      database,
    });
  const key = openKeys(userData, recordPlace);
  const store = await openSqliteStore({ path: join(userData, STORE_FILE) });
  return { store, key, userData, kind: "SQLite", close: () => store.close() };
}
