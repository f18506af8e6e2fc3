/** Batches of a memory store: rows with everything that they seal, in one go. */
import type { Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import { addGap, addRows, checkRows } from "./memory-events.ts";
import { addChanges, markChange, refuseKnown, refuseUnknown } from "./memory-files.ts";
import { putPart } from "./memory-sessions.ts";
import type { StoreGate } from "./store-gate.ts";

/** Looks first at what can be refused: then nothing is kept. */
export function memoryRecord(gate: StoreGate): Store["record"] {
  return (given) => {
    const batch = copyValue(given);
    const { chains, payloads, parts, calls, manifests = [], changes = [], marks = [] } = batch;
    return gate.write("record", (tables) => {
      for (const { rows } of chains) checkRows(tables, rows);
      refuseKnown(tables, changes);
      refuseUnknown(tables, marks, changes);
      for (const { rows, head } of chains) {
        addRows(tables, rows, head);
        if (!calls) addGap(tables, rows);
      }
      if (calls) tables.calls.push(...calls);
      for (const { digest, bytes } of payloads)
        if (!tables.payloads.has(digest)) tables.payloads.set(digest, bytes);
      for (const part of parts) putPart(tables, part);
      for (const manifest of manifests) tables.sessions.set(manifest.sessionId, manifest);
      addChanges(tables, changes);
      for (const mark of marks) markChange(tables, mark);
    });
  };
}
