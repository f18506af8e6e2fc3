/** Both halves of the file door, bound to one call. The kernel hands a tool only the half that its `requires` opened. */
import type { FsDoor } from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import { createDoorGate, type MemoryAccess } from "../disk/door-gate.ts";
import type { MemoryDisk } from "../disk/memory-disk.ts";
import { createMemoryReadDoor } from "./memory-read-door.ts";
import { createMemoryWriteDoor } from "./memory-write-door.ts";

/** Opens the file door of a memory host for one call. */
export function createMemoryFilesDoor(
  disk: MemoryDisk,
  context: DoorContext,
  log: MemoryAccess[],
): FsDoor {
  const gate = createDoorGate(context, log);
  const { signal, sessionId, callId } = context;
  return {
    ...createMemoryReadDoor({ disk, gate, signal, sessionId }),
    ...createMemoryWriteDoor({ disk, gate, signal, sessionId, callId }),
  };
}
