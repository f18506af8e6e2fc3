import type { SessionManifest } from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { expect, it } from "vitest";
import { createCallSample } from "./call-sample.ts";

interface World {
  readonly store: Pick<Store, "sessions" | "events" | "payloads">;
  /** Sessions whose rows were read. */
  readonly read: string[];
  readonly rows: Map<string, number>;
}

/** Sessions by their rows, newest last; every row is a call that was refused. */
function worldOf(sessions: Readonly<Record<string, number>>): World {
  const rows = new Map(Object.entries(sessions));
  const read: string[] = [];
  const facts = new TextEncoder().encode(
    JSON.stringify({
      tool: "read",
      stage: "judge",
      answers: [],
      verdict: null,
      span: { startMs: 0, endMs: 4, durationMs: 4, attrs: {} },
      result: { value: { type: "error", code: "permission_denied", error_text: "no" } },
    }),
  );
  const store = {
    sessions: {
      list: async () =>
        [...rows.keys()].map((sessionId, createdAtMs) => ({ sessionId, createdAtMs })),
    },
    events: {
      head: async (id: string) => ({ sequence: (rows.get(id) ?? 0) - 1 }),
      async read(id: string, { from, limit }: { from: number; limit: number }) {
        read.push(`${id} from ${from}`);
        return Array.from(
          { length: Math.min(limit, (rows.get(id) ?? 0) - from) },
          (_, at) =>
            ({
              sessionId: id,
              sequence: from + at,
              type: "call-refuse",
              atMs: 0,
              callId: `call_${from + at}`,
              payloadDigest: "facts",
              previous: "",
              hash: "",
            }) satisfies EventRow,
        );
      },
    },
    payloads: { get: async () => facts },
  } as unknown as World["store"] & { sessions: { list(): Promise<readonly SessionManifest[]> } };
  return { store, read, rows };
}

it("reads a session once, and again when its record moved on", async () => {
  const { store, read, rows } = worldOf({ old: 3, new: 2 });
  const sample = createCallSample(store, () => 0);
  const first = await sample();
  expect([first.calls.length, first.sessions]).toEqual([5, 2]);
  expect(first.calls[0]).toEqual({
    sessionId: "new",
    tool: "read",
    stage: "judge",
    hasRun: false,
    isRefused: true,
    code: "permission_denied",
    wasAsked: false,
    tookMs: 4,
    waitedMs: 0,
  });
  expect(await sample()).toEqual(first);
  expect(read).toEqual(["new from 0", "old from 0"]);
  rows.set("old", 4);
  expect((await sample()).calls).toHaveLength(6);
  expect(read).toEqual(["new from 0", "old from 0", "old from 0"]);
});

it("reads only the end of a long session, and no more sessions than it needs", async () => {
  const { store, read } = worldOf({ never: 5, long: 30_000 });
  const sample = createCallSample(store, () => 0);
  expect((await sample()).calls).toHaveLength(2_000);
  expect(read).toEqual(["long from 28000", "long from 29000"]);
});

it("stops when its time is over, and goes on from there the next time", async () => {
  const { store, read } = worldOf({ c: 1, b: 1, a: 1 });
  const sample = createCallSample(store, () => read.length * 250);
  const sizes: number[] = [];
  for (let times = 0; times < 3; times += 1) sizes.push((await sample()).calls.length);
  expect(sizes).toEqual([2, 3, 3]);
  expect(read).toEqual(["a from 0", "b from 0", "c from 0"]);
});
