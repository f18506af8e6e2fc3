/** State slots that live as long as the session, for a host without a store. One per tool; none sees another's. */
import type { Json, StateSlot } from "@toolplane/contract";

export function createMemorySlots(): (toolId: string) => StateSlot {
  const values = new Map<string, Json>();
  return (toolId) => ({
    get: async () => values.get(toolId) ?? null,
    set: async (value) => {
      values.set(toolId, value);
    },
  });
}
