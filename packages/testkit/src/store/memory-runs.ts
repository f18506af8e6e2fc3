/** Runs of agents in a memory store: a row that is written with each step, and a log that only grows. */
import type { RunRow, Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";

export function memoryRuns(gate: StoreGate): Store["runs"] {
  return {
    put(given, added) {
      const row = copyValue(given);
      const entries = copyValue(added);
      return gate.write("runs.put", ({ runs }) => {
        const from = row.length - entries.length;
        const known = runs.get(row.id);
        const fits = known
          ? known.row.owner === row.owner && known.log.length === from
          : from === 0;
        if (!fits) return false;
        if (known) {
          const { updatedAtMs, status, head, length } = row;
          known.row = { ...known.row, updatedAtMs, status, head, length };
          known.log.push(...entries);
        } else runs.set(row.id, { row, log: [...entries] });
        return true;
      });
    },
    get: (id) => gate.read("runs.get", ({ runs }) => copyValue(runs.get(id)?.row ?? null)),
    log: (id, { from, limit }) =>
      gate.read("runs.log", ({ runs }) =>
        copyValue(runs.get(id)?.log.slice(from, from + limit) ?? []),
      ),
    list: ({ limit, sessionId, parentId }) =>
      gate.read("runs.list", ({ runs }) => {
        const rows = [...runs.values()]
          .map(({ row }) => row)
          .filter((row) => parentId === undefined || row.parentId === parentId)
          .filter((row) => sessionId === undefined || row.sessionId === sessionId);
        return copyValue(rows.sort(newestFirst).slice(0, limit));
      }),
    claim: (id, { owner, expected }) =>
      gate.write("runs.claim", ({ runs }) => {
        const known = runs.get(id);
        if (!known || known.row.owner !== expected) return false;
        known.row = { ...known.row, owner };
        return true;
      }),
    remove: (id) =>
      gate.write("runs.remove", ({ runs }) => {
        runs.delete(id);
      }),
  };
}

function newestFirst(left: RunRow, right: RunRow): number {
  return right.updatedAtMs - left.updatedAtMs || (left.id < right.id ? 1 : -1);
}
