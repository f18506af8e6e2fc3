/** Opens the engine of a team's fleet, on the database of its record. */
import { ConfigurationError } from "@toolplane/contract";
import type { Engine, Store } from "@toolplane/contract/ports";
import { loadPackage } from "../ground/load-package.ts";
import type { RecordPlace } from "../ground/record-place.ts";

export interface FleetPlace {
  readonly recordPlace: RecordPlace | null;
  readonly store: Pick<Store, "leases">;
  readonly onWarning?: (text: string) => void;
}

/** True where the record is a team's. */
export function hasFleet({ recordPlace, store }: FleetPlace): boolean {
  return Boolean(recordPlace?.database && store.leases);
}

/** Rejects with a ConfigurationError where the record is no team's. */
export async function openFleetEngine({
  recordPlace,
  store,
  onWarning,
}: FleetPlace): Promise<Engine> {
  const { leases } = store;
  const database = recordPlace?.database;
  if (!database || !leases)
    throw new ConfigurationError(
      "record",
      'a fleet needs a record that its machines share: name a database under "postgres"',
    );
  const { openDbosEngine } = await loadPackage("@toolplane/fleet", {
    what: "A fleet",
    where: "record",
    load: () => import("@toolplane/fleet"),
  });
  return openDbosEngine({ url: database.directUrl(), leases, ...(onWarning ? { onWarning } : {}) });
}
