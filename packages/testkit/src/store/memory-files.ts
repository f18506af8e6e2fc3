/** Files in a memory store: the journal of changes, and sidecars so that none is left behind. */
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";

/** Changes of files, in the order they were made. */
export function memoryJournal(gate: StoreGate): Store["journal"] {
  return {
    append(given) {
      const entries = copyValue(given);
      return gate.write("journal.append", ({ journal }) => {
        const ids = new Set(entries.map(({ id }) => id));
        if (ids.size < entries.length || entries.some(({ id }) => journal.has(id))) {
          throw new ToolError("conflict", "A change of this id is in the journal already.");
        }
        for (const entry of entries) journal.set(entry.id, entry);
      });
    },
    list: (sessionId) =>
      gate.read("journal.list", ({ journal }) =>
        copyValue([...journal.values()].filter((entry) => entry.sessionId === sessionId)),
      ),
    mark: (id, undone) =>
      gate.write("journal.mark", ({ journal }) => {
        const entry = journal.get(id);
        if (!entry) throw new ToolError("not_found", `There is no change ${id} in the journal.`);
        journal.set(id, { ...entry, undone });
      }),
  };
}

export function memorySidecars(gate: StoreGate): Store["sidecars"] {
  return {
    put(given) {
      const row = copyValue(given);
      return gate.write("sidecars.put", ({ sidecars }) => {
        sidecars.set(row.path, row);
      });
    },
    list: (sessionId) =>
      gate.read("sidecars.list", ({ sidecars }) =>
        copyValue(
          [...sidecars.values()].filter(
            (row) => sessionId === undefined || row.sessionId === sessionId,
          ),
        ),
      ),
    remove: (sessionId) =>
      gate.write("sidecars.remove", ({ sidecars }) => {
        for (const [path, row] of sidecars) if (row.sessionId === sessionId) sidecars.delete(path);
      }),
  };
}
