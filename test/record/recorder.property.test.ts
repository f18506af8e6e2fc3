import { ToolError } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import { settledCall } from "@toolplane/kernel/fixtures";
import {
  createRecorder,
  loadRecord,
  type StoreRecorder,
  verifyChain,
} from "@toolplane/kernel/record";
import { createCountingIds, createFakeClock, createMemoryStore } from "@toolplane/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { key } from "./fixture.ts";

// Whatever a store does, and whenever, the record stays whole: a durable word is kept, nothing is written twice, and what is
// missing is said to be.

const down = new ToolError("unavailable", "The disk is full.");
const OPERATIONS = ["events.head", "record", "flush"];

type Step =
  | { readonly do: "intent" | "settle"; readonly session: string }
  | { readonly do: "fail"; readonly only: string; readonly applied: boolean }
  | { readonly do: "heal" | "hold" | "release" | "flush" }
  | { readonly do: "advance"; readonly ms: number };

const session = fc.constantFrom("ses_1", "ses_2");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("intent" as const, "settle" as const), session }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      only: fc.constantFrom(...OPERATIONS),
      applied: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("heal" as const, "hold" as const, "release" as const, "flush" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      ms: fc.constantFrom(0, 1, 150, 1_100),
    }),
  },
);

interface Run {
  readonly recorder: StoreRecorder;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly durable: Set<string>;
  readonly settled: string[];
  readonly pending: Promise<unknown>[];
}

function openRun(): Run {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const recorder = createRecorder({
    store,
    key,
    clock,
    ids: createCountingIds(),
    maxWaiting: 4,
    patienceMs: 1_000,
  });
  return { recorder, store, clock, durable: new Set(), settled: [], pending: [] };
}

async function take(run: Run, given: Step, index: number): Promise<void> {
  const { recorder, store, clock } = run;
  switch (given.do) {
    case "intent": {
      const entry = entryOf(given.session, index);
      const done = recorder.intent({
        ...entry,
        arguments: {},
        footprint: { resources: [] },
        atMs: index,
      });
      run.pending.push(
        Promise.resolve(done).then(
          () => run.durable.add(entry.callId),
          () => undefined,
        ),
      );
      return;
    }
    case "settle": {
      const entry = entryOf(given.session, index);
      run.settled.push(entry.callId);
      run.pending.push(Promise.resolve(recorder.settle(entry)));
      return;
    }
    case "fail":
      store.fail(down, { only: [given.only], applied: given.applied });
      return;
    case "flush":
      run.pending.push(recorder.flush().catch(() => undefined));
      return;
    case "advance":
      await clock.advance(given.ms);
      return;
    default:
      store[given.do]();
  }
}

function entryOf(sessionId: string, index: number): SettleEntry {
  return settledCall({ sessionId, callId: `call_${index}`, ordinal: index });
}

describe("a recorder over a store that fails, stalls and lies", () => {
  it("keeps every durable word, writes nothing twice, and says what it lost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const run = openRun();
        for (const [index, given] of steps.entries()) await take(run, given, index);
        run.store.heal();
        run.store.release();
        await run.clock.advance(20_000);
        await Promise.all(run.pending);
        await run.recorder.flush();
        const intents: string[] = [];
        const settlements: string[] = [];
        let dropped = 0;
        for (const id of ["ses_1", "ses_2"]) {
          const record = await loadRecord(run.store, id);
          expect(verifyChain({ ...record, key })).toEqual({ ok: true, rows: record.rows.length });
          const own = record.rows.filter(({ type }) => type === "call-succeed");
          expect(own.map(({ callId }) => callId)).toEqual(
            run.settled.filter((id) => own.some(({ callId }) => callId === id)),
          );
          for (const { type, callId, payloadDigest } of record.rows) {
            if (type === "call-intent") intents.push(callId as string);
            if (type === "call-succeed") settlements.push(callId as string);
            if (type !== "record-gap") continue;
            const gap = Buffer.from(record.payloads.get(payloadDigest) ?? []).toString();
            dropped += (JSON.parse(gap) as { readonly dropped: number }).dropped;
          }
        }
        expect(new Set(intents).size).toBe(intents.length);
        for (const callId of run.durable) expect(intents).toContain(callId);
        expect(new Set(settlements).size).toBe(settlements.length);
        expect(settlements.length + dropped).toBe(run.settled.length);
        await run.recorder.close();
        expect(run.clock.pending()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
