/** Batches as the values of the one statement that keeps them. A number stands for each batch, and for each chain of each. */
import { type ChainAppend, type RecordBatch, SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import { callValues } from "../tables/calls-table.ts";
import { columnsOf } from "../tables/columns-of.ts";
import { changeValues } from "../tables/files-table.ts";
import { partValues } from "../tables/parts-table.ts";
import { joinPayloads } from "../tables/payloads-table.ts";
import { storedOrNull } from "../tables/stored-or-null.ts";
import type { RecordPart } from "./record-statement.ts";

type Row = readonly unknown[];

/** The place of that mark among the values of a chain. */
const IS_GAP = 8;

/** The parts that there are, and the values of all. */
export interface RecordValues {
  readonly parts: ReadonlySet<RecordPart>;
  readonly values: readonly unknown[];
}

export function recordValues(batches: readonly RecordBatch[]): RecordValues {
  const chains: Row[] = [];
  const rows: Row[] = [];
  const calls: Row[] = [];
  for (const [number, batch] of batches.entries())
    for (const append of batch.chains) {
      const sessionId = chainOf(append);
      if (sessionId === null) continue;
      chains.push(chainValues(number, sessionId, { append, isIndexed: batch.calls !== undefined }));
      for (const row of append.rows) rows.push([chains.length, ...rowValues(row)]);
      for (const call of batch.calls ?? [])
        if (call.sessionId === sessionId) calls.push([chains.length, ...callValues(call)]);
    }
  const { rows: payloads, bytes } = joinPayloads(batches);
  const changes = batches.flatMap((batch, number) =>
    changesOf(batch).map((row) => [number, ...row]),
  );
  const marks = batches.flatMap((batch, number) => marksOf(batch).map((row) => [number, ...row]));
  const parts = batches.flatMap((batch, number) =>
    batch.parts.map((part) => [number, ...partValues(part)]),
  );
  const manifests = batches.flatMap(({ manifests: own = [] }, number) =>
    own.map((one) => [number, storedText(one.sessionId), one.createdAtMs, JSON.stringify(one)]),
  );
  const there: readonly (readonly [RecordPart, boolean])[] = [
    ["journal", changes.length + marks.length > 0],
    ["payloads", payloads.length > 0],
    ["parts", parts.length > 0],
    ["manifests", manifests.length > 0],
    ["calls", calls.length > 0],
    ["gaps", chains.some((chain) => chain[IS_GAP] === true)],
  ];
  const values = [
    ...columnsOf(9, chains),
    ...columnsOf(8, rows),
    ...columnsOf(10, changes),
    ...columnsOf(3, marks),
    ...columnsOf(5, payloads),
    bytes,
    ...columnsOf(9, parts),
    ...columnsOf(4, manifests),
    ...columnsOf(6, calls),
  ];
  return { parts: new Set(there.filter(([, is]) => is).map(([part]) => part)), values };
}

/** The chain that an append goes to; null for one that holds nothing. */
export function chainOf({ rows, head }: ChainAppend): string | null {
  return rows[0]?.sessionId ?? head?.sessionId ?? null;
}

function chainValues(
  batch: number,
  sessionId: string,
  { append, isIndexed }: { readonly append: ChainAppend; readonly isIndexed: boolean },
): Row {
  const { rows, head } = append;
  return [
    batch,
    storedText(sessionId),
    rows[0]?.sequence ?? 0,
    rows.length,
    rows.reduce((latest, { atMs }) => Math.max(latest, atMs), 0),
    head?.sequence ?? null,
    storedOrNull(head?.hash),
    storedOrNull(head?.mac),
    !isIndexed && sessionId !== SESSIONS_CHAIN,
  ];
}

function rowValues(row: ChainAppend["rows"][number]): Row {
  return [
    row.sequence,
    storedText(row.type),
    row.atMs,
    storedOrNull(row.callId),
    storedText(row.payloadDigest),
    storedText(row.previous),
    storedText(row.hash),
  ];
}

/** A change that is marked in its own batch is kept as it was marked. */
function changesOf({ changes = [], marks = [] }: RecordBatch): readonly Row[] {
  const marked = new Map(marks.map(({ id, undone }) => [id, undone]));
  return changes.map((change) =>
    changeValues({ ...change, undone: marked.get(change.id) ?? change.undone }),
  );
}

function marksOf({ changes = [], marks = [] }: RecordBatch): readonly Row[] {
  const own = new Set(changes.map(({ id }) => id));
  const last = new Map(marks.map(({ id, undone }) => [id, undone]));
  return [...last].filter(([id]) => !own.has(id)).map(([id, undone]) => [storedText(id), undone]);
}
