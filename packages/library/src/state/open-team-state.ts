/** Opens the record of a team: the database instead of the file, and the key that its machines share. */
import type { KeyRing, Store } from "@toolplane/contract/ports";
import { loadPackage } from "../ground/load-package.ts";
import type { DatabasePlace, RecordPlace } from "../ground/record-place.ts";
import { checkTeamKey } from "./check-team-key.ts";
import { openKeys } from "./open-keys.ts";
import { openUserData } from "./open-user-data.ts";
import { refuseHalfCopy } from "./refuse-half-copy.ts";
import { requireLeases } from "./require-leases.ts";
import type { State } from "./state.ts";

export type TeamPlace = RecordPlace & { readonly database: DatabasePlace };

export async function openTeamState(userData: string, place: TeamPlace): Promise<State> {
  openUserData(userData);
  const key = openTeamKeys(userData, place);
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
export async function openTeamStore({ database }: TeamPlace): Promise<Store> {
  const urls = { url: database.url(), directUrl: database.directUrl() };
  const { openPostgresStore } = await loadFleet();
  return requireLeases(await openPostgresStore(urls));
}

/** Always a ring: what a team seals names its key. */
export function openTeamKeys(userData: string, place: TeamPlace): KeyRing {
  const key = openKeys(userData, place);
  return "current" in key ? key : { current: key, old: [] };
}

async function loadFleet(): Promise<typeof import("@toolplane/fleet")> {
  return loadPackage("@toolplane/fleet", {
    what: "The record in PostgreSQL",
    where: "record",
    load: () => import("@toolplane/fleet"),
  });
}
