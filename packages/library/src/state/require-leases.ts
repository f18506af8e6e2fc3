import { ConfigurationError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

/** Refuses a team's store without leases: nobody could tell a worker that lives from one that is gone. */
export async function requireLeases(store: Store): Promise<Store> {
  if (store.leases) return store;
  await store.close();
  throw new ConfigurationError(
    "@toolplane/fleet",
    "gives its workers no leases, as it is older than this toolplane: install the same version of both",
  );
}
