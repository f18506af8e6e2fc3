import { type Receipt, ToolError } from "@toolplane/contract";
import {
  type ChainHead,
  type EventRow,
  SESSIONS_CHAIN,
  type Store,
} from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createLedgerEnd } from "../ledger/ledger-end.ts";
import { sealHead } from "../rows/chain.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { createVerdictTexts } from "../rows/verdict-texts.ts";
import { createBatchWriter } from "./batch-writer.ts";
import { settleItem } from "./settle-item.ts";

const key = new Uint8Array(32).fill(7);

interface Said {
  readonly events?: { readonly head: (id: string) => Promise<ChainHead> };
  readonly receipts?: object;
  readonly record?: Store["record"];
}

/** A store of nothing but what a case says; everything else succeeds and is noted. */
function openWriter(said: string[], more: Said = {}) {
  const done = (what: string) => async () => void said.push(what);
  const store = {
    events: {
      read: async () => [],
      ...more.events,
      head: async (id: string) => (id === SESSIONS_CHAIN ? null : (more.events?.head(id) ?? null)),
    },
    sessions: { list: async () => [] },
    activity: async () => [],
    record: more.record ?? done("rows"),
    receipts: { put: done("receipt"), use: done("used"), ...more.receipts },
    approvals: { put: done("approval") },
    flush: done("flush"),
  } as unknown as Store;
  const broken: unknown[] = [];
  const writer = createBatchWriter({
    store,
    key,
    ledger: createLedgerEnd(),
    partId: () => "prt_1",
    placeOf: null,
    entryOf: null,
    wallMs: () => 5,
    verdictText: createVerdictTexts(),
    onBroken: (error) => broken.push(error),
  });
  return { writer, broken };
}

describe("a batch", () => {
  it("gives up a batch when another writer is always faster", async () => {
    let sequence = 0;
    const events = {
      head: async (): Promise<ChainHead> => {
        sequence += 1;
        if (sequence > 100) throw new ToolError("internal", "It never gives up.");
        return sealHead(key, "ses_1", { sequence, hash: `h${sequence}` });
      },
    };
    const record = () => Promise.reject(new ToolError("conflict", "taken"));
    const { writer } = openWriter([], { events, record });
    const item = settleItem(settledCall(), 5, null);
    const failure = await writer.write([item], false);
    expect(failure).toMatchObject({
      failed: [item],
      error: { code: "conflict", message: "Another writer was always faster." },
    });
    expect(sequence).toBeLessThan(20);
  });

  it("writes no row before the answers beside it are kept and used up", async () => {
    const said: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const receipts = {
      put: async () => {
        await promise;
        said.push("receipt");
      },
    };
    const { writer } = openWriter(said, { receipts });
    const receipt = { kind: "once", id: "rcp_1" } as Receipt;
    const answers = [{ questionId: "qst_1", choice: "once", receipt }] as const;
    const written = writer.write([settleItem(settledCall({ answers }), 5, null)], false);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(said).toEqual([]);
    resolve();
    expect(await written).toBe(null);
    expect(said).toEqual(["receipt", "used", "rows"]);
  });

  it("a session that cannot be continued refuses its waiting callers, and is reported once", async () => {
    const head = { ...sealHead(key, "ses_1", { sequence: 1, hash: "h" }), mac: "" };
    const rows: EventRow[] = [];
    const record: Store["record"] = async ({ chains }) =>
      void rows.push(...chains.flatMap((chain) => chain.rows));
    const { writer, broken } = openWriter([], { events: { head: async () => head }, record });
    const refused: unknown[] = [];
    const item = () => ({
      ...settleItem(settledCall(), 5, null),
      waiter: {
        resolve: () => refused.push("resolved"),
        reject: (error: unknown) => refused.push(error),
      },
    });
    expect(await writer.write([item()], false)).toBe(null);
    expect(await writer.write([item()], false)).toBe(null);
    expect(refused).toMatchObject([{ code: "conflict" }, { code: "conflict" }]);
    expect(broken).toHaveLength(1);
    expect(rows).toEqual([]);
  });
});
