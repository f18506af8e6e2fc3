/** Batches of a memory store: rows with their payloads and parts, in one go. */
import type { Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import { addRows } from "./memory-events.ts";
import { putPart } from "./memory-sessions.ts";
import type { StoreGate } from "./store-gate.ts";

/** The rows come first: when they are refused, nothing is kept. */
export function memoryRecord(gate: StoreGate): NonNullable<Store["record"]> {
  return (given) => {
    const { rows, head, payloads, parts } = copyValue(given);
    return gate.write("record", (tables) => {
      addRows(tables, rows, head);
      for (const { digest, bytes } of payloads)
        if (!tables.payloads.has(digest)) tables.payloads.set(digest, bytes);
      for (const part of parts) putPart(tables, part);
    });
  };
}
