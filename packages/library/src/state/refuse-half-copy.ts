import { ConfigurationError } from "@toolplane/contract";
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";

/** The place of the mark that a copy into a store is under way. */
export const COPY_SLOT = "toolplane:copy";

/** Rejects where a copy into the store was cut off. */
export async function refuseHalfCopy(store: Pick<Store, "slots">): Promise<void> {
  if (!(await isUnderWay(store))) return;
  throw new ConfigurationError(
    "record",
    "a copy into it is not done. Where none is running, `toolplane store copy` with the same words goes on with it",
  );
}

export async function isUnderWay({ slots }: Pick<Store, "slots">): Promise<boolean> {
  return (await slots.get(SESSIONS_CHAIN, COPY_SLOT)) === "going";
}
