/** Appends to the chain of sessions, from outside of a recorder: what retention takes, how far sessions have come. */
import { isToolError, ToolError } from "@toolplane/contract";
import { type EventRow, SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { sealHead } from "../rows/chain.ts";
import { atLedgerEnd, createLedgerEnd, hasLedgerMoved } from "./ledger-end.ts";
import type { LedgerGround } from "./ledger-ground.ts";
import { type LedgerEntry, linkEntry } from "./ledger-row.ts";

/** Every try that fails is an append of another process that went through. */
const MAX_TRIES = 100;

/** Resolves to the last row; durable then. */
export async function appendToLedger(
  ground: LedgerGround & { readonly store: { flush(): Promise<void> } },
  entries: readonly Omit<LedgerEntry, "atMs">[],
): Promise<void> {
  const { store, key, wallMs } = ground;
  const ledger = createLedgerEnd();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const isDone = await atLedgerEnd(ground, ledger, async (link) => {
      const rows: EventRow[] = [];
      let last = link;
      for (const entry of entries) {
        const row = linkEntry(last, { ...entry, atMs: wallMs() });
        rows.push(row);
        last = row;
      }
      const chain = { rows, head: sealHead(key, SESSIONS_CHAIN, last) };
      try {
        if (rows.length > 0) await store.record({ chains: [chain], payloads: [], parts: [] });
        return { value: true, link: last };
      } catch (error) {
        const isLate = isToolError(error) && error.code === "conflict";
        if (!isLate || !(await hasLedgerMoved(ground, link))) throw error;
        return { value: false, link: null };
      }
    });
    if (isDone) return store.flush();
  }
  throw new ToolError("conflict", "Another writer was always faster.");
}
