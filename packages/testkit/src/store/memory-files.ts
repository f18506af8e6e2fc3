/** Files in a memory store: the journal of changes, and sidecars so that none is left behind. */
import { type JournalEntry, ToolError } from "@toolplane/contract";
import type { ChangeMark, Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";
import type { StoreTables } from "./store-tables.ts";

/** Changes of files, in the order they were made. */
export function memoryJournal(gate: StoreGate): Store["journal"] {
  return {
    append(given) {
      const entries = copyValue(given);
      return gate.write("journal.append", (tables) => {
        refuseKnown(tables, entries);
        addChanges(tables, entries);
      });
    },
    list: (sessionId) =>
      gate.read("journal.list", ({ journal }) =>
        copyValue([...journal.values()].filter((entry) => entry.sessionId === sessionId)),
      ),
    mark: ({ id }, undone) =>
      gate.write("journal.mark", (tables) => {
        refuseUnknown(tables, [{ id, undone }], []);
        markChange(tables, { id, undone });
      }),
  };
}

/** Throws a conflict when one of them is there already. */
export function refuseKnown({ journal }: StoreTables, entries: readonly JournalEntry[]): void {
  const ids = new Set(entries.map(({ id }) => id));
  if (ids.size < entries.length || entries.some(({ id }) => journal.has(id)))
    throw new ToolError("conflict", "A change of this id is in the journal already.");
}

/** Throws when one of them marks a change that is neither there nor about to be. */
export function refuseUnknown(
  { journal }: StoreTables,
  marks: readonly ChangeMark[],
  coming: readonly JournalEntry[],
): void {
  for (const { id } of marks)
    if (!journal.has(id) && !coming.some((entry) => entry.id === id))
      throw new ToolError("not_found", `There is no change ${id} in the journal.`);
}

export function addChanges({ journal }: StoreTables, entries: readonly JournalEntry[]): void {
  for (const entry of entries) journal.set(entry.id, entry);
}

export function markChange({ journal }: StoreTables, { id, undone }: ChangeMark): void {
  const entry = journal.get(id);
  if (entry) journal.set(id, { ...entry, undone });
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
