/**
 * Finds calls that were stopped: nobody refused them, and nothing failed. The head of a row does not tell them from those, so the
 * newest of these are looked into. One whose facts are gone stays what its head says.
 */
import type { EventRow, Store } from "@toolplane/contract/ports";
import { loadPayloads, readCalls } from "@toolplane/kernel/record";

export interface StoppedCalls {
  readonly refused: number;
  readonly failed: number;
  /** Ids of those whose question had no answer yet. */
  readonly asked: readonly string[];
}

/** Older ones count as their heads say. */
const MOST_LOOKED = 100;

export async function stoppedCalls(
  store: Pick<Store, "payloads">,
  rows: readonly EventRow[],
): Promise<StoppedCalls> {
  const answered = new Set(rows.filter(({ type }) => type === "approval").map(idOf));
  const ended = rows.filter(
    (row) => (row.type === "call-refuse" || row.type === "call-fail") && !answered.has(idOf(row)),
  );
  const found = { refused: 0, failed: 0, asked: [] as string[] };
  for (const row of ended.slice(-MOST_LOOKED)) {
    const [call] = readCalls({ rows: [row], payloads: await loadPayloads(store, [row]) }).calls;
    if (call?.result?.type !== "error" || call.result.code !== "cancelled") continue;
    found[row.type === "call-refuse" ? "refused" : "failed"] += 1;
    // Its span says how long a person had the question.
    if (Number(call.span.attrs.waited_ms) > 0) found.asked.push(call.callId);
  }
  return found;
}

function idOf({ callId }: EventRow): string | null {
  return callId;
}
