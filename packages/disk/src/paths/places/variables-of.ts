import type { Variables } from "@toolplane/contract";
import type { Places } from "./places.ts";

/** The values of the variables in patterns. Other sessions' scratch is as closed to one as the host's own data. */
export function variablesOf(places: Places): Variables {
  const { userData, allScratch } = places;
  return {
    workspace: [...places.roots, ...(places.gitFolders ?? [])],
    added: places.added ?? [],
    "ad-hoc": places.adHoc(),
    "user-data": allScratch === undefined ? [userData] : [userData, allScratch],
    scratch: [places.scratch],
  };
}
