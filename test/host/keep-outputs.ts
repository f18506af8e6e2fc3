/** Keepers of outputs for worlds that have no host: over a journal in their own data. */
import {
  createFileLocks,
  createFolderStore,
  createSystemClock,
  createSystemIds,
} from "@toolplane/disk/inside";
import { createLandings, type HostLandings } from "@toolplane/sandbox/inside";

export function keeperIn({
  userData,
  roots,
}: {
  readonly userData: string;
  readonly roots: readonly string[];
}): HostLandings["keeperOf"] {
  return createLandings({
    userData,
    roots,
    store: createFolderStore({ userData }),
    clock: createSystemClock(),
    ids: createSystemIds(),
    locks: createFileLocks(),
    showDiff: async () => "",
  }).keeperOf;
}
