/** Opens the record of a team: the database instead of the file, and the key that its machines share. */
import { ConfigurationError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { loadPackage } from "../ground/load-package.ts";
import type { RecordPlace } from "../ground/record-place.ts";
import { checkTeamKey } from "./check-team-key.ts";
import { openKey, readKey } from "./open-key.ts";
import { openUserData } from "./open-user-data.ts";
import { refuseHalfCopy } from "./refuse-half-copy.ts";
import { requireLeases } from "./require-leases.ts";
import type { State } from "./state.ts";

export async function openTeamState(userData: string, place: RecordPlace): Promise<State> {
  openUserData(userData);
  const key = teamKey(userData, place);
  const store = await openTeamStore(place);
  try {
    await checkTeamKey(store, key);
    await refuseHalfCopy(store);
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
  return { store, key, userData, kind: "PostgreSQL", close: () => store.close() };
}

/** The database, not looked into yet. */
export async function openTeamStore(place: RecordPlace): Promise<Store> {
  const urls = { url: place.url(), directUrl: place.directUrl() };
  const { openPostgresStore } = await loadFleet();
  return requireLeases(await openPostgresStore(urls));
}

/** The key that this machine seals a team's record with. */
export function teamKey(userData: string, { key }: RecordPlace): Uint8Array {
  if (key === null) return openKey(userData);
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
