/** State slots that outlive the process: what a tool that declared one keeps, in the store, under its session and its own id. */
import type { StateSlot } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

/** For the kernel's `stateSlot`. A tool is handed its own slot and cannot name another's. */
export function createStoreSlots(
  store: Pick<Store, "slots">,
): (sessionId: string, toolId: string) => StateSlot {
  return (sessionId, toolId) => ({
    get: () => store.slots.get(sessionId, toolId),
    set: (value) => store.slots.put(sessionId, toolId, value),
  });
}
