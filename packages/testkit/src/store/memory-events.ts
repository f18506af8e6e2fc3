/** Events and payloads of a memory store. Rows can only be added, and only right behind the last. */
import { ToolError } from "@toolplane/contract";
import {
  type ChainHead,
  type EventRow,
  SESSIONS_CHAIN,
  type Store,
  type UnindexedRows,
} from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";
import { eventsOf, type StoreTables } from "./store-tables.ts";

export function memoryEvents(gate: StoreGate): Store["events"] {
  return {
    append(given, head) {
      const rows = copyValue(given);
      const sealed = copyValue(head);
      return gate.write("events.append", (tables) => {
        addRows(tables, rows, sealed);
        addGap(tables, rows);
      });
    },
    read: (sessionId, { from, limit }) =>
      gate.read("events.read", ({ events }) =>
        copyValue(events.get(sessionId)?.rows.slice(from, from + limit) ?? []),
      ),
    head: (sessionId) =>
      gate.read("events.head", ({ events }) => copyValue(events.get(sessionId)?.head ?? null)),
  };
}

/** Throws a conflict when they do not come right behind the last. */
export function checkRows(tables: StoreTables, rows: readonly EventRow[]): void {
  const sessionId = rows[0]?.sessionId ?? "";
  checkPlace(rows, { sessionId, from: tables.events.get(sessionId)?.rows.length ?? 0 });
}

/** Adds them, or throws a conflict and adds none. */
export function addRows(
  tables: StoreTables,
  rows: readonly EventRow[],
  head: ChainHead | null,
): void {
  checkRows(tables, rows);
  const sessionId = rows[0]?.sessionId ?? head?.sessionId;
  if (sessionId === undefined) return;
  const table = eventsOf(tables, sessionId);
  for (const row of rows) table.rows.push(row);
  if (head) table.head = head;
}

/** Nobody has looked for calls in these rows. */
export function addGap({ gaps }: StoreTables, rows: readonly EventRow[]): void {
  const [first] = rows;
  if (!first || first.sessionId === SESSIONS_CHAIN) return;
  const { sessionId, sequence: from } = first;
  const until = from + rows.length;
  const at = gaps.findIndex((gap) => gap.sessionId === sessionId && gap.until === from);
  if (at < 0) gaps.push({ sessionId, from, until });
  else gaps.splice(at, 1, { ...(gaps[at] as UnindexedRows), until });
}

/** Before anything is added: an append is whole or it is not. */
function checkPlace(
  rows: readonly EventRow[],
  place: { readonly sessionId: string; readonly from: number },
): void {
  rows.forEach(({ sessionId, sequence }, index) => {
    if (sessionId !== place.sessionId) {
      throw new ToolError("invalid_input", "An append holds rows of one session only.");
    }
    if (sequence !== place.from + index) {
      throw new ToolError(
        "conflict",
        `Row ${place.from + index} comes next, and this one is ${sequence}.`,
      );
    }
  });
}

/** Payloads by content address. */
export function memoryPayloads(gate: StoreGate): Store["payloads"] {
  return {
    put(digest, bytes) {
      const kept = copyValue(bytes);
      return gate.write("payloads.put", ({ payloads }) => {
        if (!payloads.has(digest)) payloads.set(digest, kept);
      });
    },
    get: (digest) =>
      gate.read("payloads.get", ({ payloads }) => copyValue(payloads.get(digest) ?? null)),
    drop: (digest) =>
      gate.write("payloads.drop", ({ payloads }) => {
        payloads.delete(digest);
      }),
  };
}
