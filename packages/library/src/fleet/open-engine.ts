/** Opens the engine of a team's fleet, on the database of its record. */
import { ConfigurationError } from "@toolplane/contract";
import type { Engine, Store } from "@toolplane/contract/ports";
import type { EngineFacts } from "@toolplane/fleet";
import { loadPackage } from "../ground/load-package.ts";
import type { RecordPlace } from "../ground/record-place.ts";

export interface FleetPlace {
  readonly recordPlace: RecordPlace | null;
  readonly store: Pick<Store, "leases">;
  readonly onWarning?: (text: string) => void;
  /** By the name of a queue. */
  readonly limits?: EngineLimits;
}

/** The limits of a queue for all workers: so many at once, so many that begin in a second; 0 takes a limit away. */
export type EngineLimits = Readonly<
  Record<string, { readonly concurrency?: number; readonly perSecond?: number }>
>;

/** True where the record is a team's. */
export function hasFleet({ recordPlace, store }: FleetPlace): boolean {
  return Boolean(recordPlace?.database && store.leases);
}

/** Rejects with a ConfigurationError where the record is no team's. */
export async function openFleetEngine({
  recordPlace,
  store,
  onWarning,
  limits = {},
}: FleetPlace): Promise<Engine> {
  const { leases } = store;
  const database = recordPlace?.database;
  if (!database || !leases)
    throw new ConfigurationError(
      "record",
      'a fleet needs a record that its machines share: name a database under "postgres"',
    );
  const { openDbosEngine } = await loadFleet();
  const url = database.directUrl();
  return openDbosEngine({ url, leases, limits, ...(onWarning ? { onWarning } : {}) });
}

/** Null where the record is no team's. Makes nothing. */
export async function inspectFleetEngine({
  recordPlace,
}: Pick<FleetPlace, "recordPlace">): Promise<EngineFacts | null> {
  const database = recordPlace?.database;
  return database ? (await loadFleet()).inspectEngine(database.directUrl()) : null;
}

function loadFleet(): Promise<typeof import("@toolplane/fleet")> {
  return loadPackage("@toolplane/fleet", {
    what: "A fleet",
    where: "record",
    load: () => import("@toolplane/fleet"),
  });
}
