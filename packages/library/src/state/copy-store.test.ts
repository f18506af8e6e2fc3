import { ToolError } from "@toolplane/contract";
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createRecorder, verifyChain } from "@toolplane/kernel/record";
import { createFakeClock, createMemoryHost, createMemoryStore } from "@toolplane/testkit";
import { readTool, writeTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { copyStore } from "./copy-store.ts";
import { isUnderWay } from "./refuse-half-copy.ts";

const key = new Uint8Array(32).fill(7);
const IDS = ["ses_1", "ses_2", SESSIONS_CHAIN];
const ALL = { from: 0, limit: 1_000 };

/** Two sessions with calls that read and write. */
async function filledStore(): Promise<Store> {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const host = createMemoryHost({ files: { "/workspace/a.txt": "one\n" }, clock });
  const recorder = createRecorder({ store, key, clock, ids: host.ids });
  const kernel = createKernel({
    host,
    tools: [readTool, writeTool],
    recorder,
    policy: [{ scope: "manifest", rules: [{ permission: "*", pattern: "*", action: "allow" }] }],
  });
  for (const id of ["ses_1", "ses_2"]) {
    const session = kernel.session({ id });
    await session.call({ id: `${id}_read`, name: "read", arguments: { path: "a.txt" } });
    const change = { path: "b.txt", content: id };
    await session.call({ id: `${id}_write`, name: "write", arguments: change });
  }
  await recorder.close();
  return store;
}

/** A store that ends with this write: what came before is there. */
function endingWith(store: Store, last: number): { readonly store: Store; writes(): number } {
  let writes = 0;
  const table = <T extends object>(given: T, names: readonly (keyof T)[]): T => {
    const own = { ...given };
    for (const name of names) {
      const real = given[name] as (...values: readonly unknown[]) => Promise<unknown>;
      own[name] = (async (...values: readonly unknown[]) => {
        writes += 1;
        if (writes > last) throw new ToolError("unavailable", "The connection is gone.");
        return real(...values);
      }) as T[keyof T];
    }
    return own;
  };
  const { sessions, parts, events, payloads, slots, journal } = store;
  return {
    writes: () => writes,
    store: {
      ...store,
      sessions: table(sessions, ["put"]),
      parts: table(parts, ["upsert"]),
      events: table(events, ["append"]),
      payloads: table(payloads, ["put"]),
      slots: table(slots, ["put"]),
      journal: table(journal, ["append"]),
    },
  };
}

const rowsOf = (store: Store) => Promise.all(IDS.map((id) => store.events.read(id, ALL)));

describe("copyStore", () => {
  it("goes on where it was cut off, wherever that was, and nothing is there twice or not at all", async () => {
    const from = await filledStore();
    const goesOn = () => true;
    const whole = endingWith(createMemoryStore(), Number.POSITIVE_INFINITY);
    expect(await copyStore({ from, to: whole.store }, { goesOn })).toBe(2);
    const most = whole.writes();
    expect(most).toBeGreaterThan(15);
    for (let last = 0; last < most; last += 1) {
      const to = createMemoryStore();
      const cut = copyStore({ from, to: endingWith(to, last).store }, { goesOn });
      await expect(cut).rejects.toMatchObject({ code: "unavailable" });
      if (last > 0) expect(await isUnderWay(to)).toBe(true);
      expect(await copyStore({ from, to }, { goesOn })).toBe(2);
      expect(await isUnderWay(to)).toBe(false);
      expect(await rowsOf(to)).toEqual(await rowsOf(from));
      for (const id of ["ses_1", "ses_2"])
        expect(await to.journal.list(id)).toEqual(await from.journal.list(id));
      for (const [at, id] of IDS.entries()) {
        const rows = (await rowsOf(to))[at] ?? [];
        const head = await to.events.head(id);
        expect(verifyChain({ rows, head, key, sessionId: id })).toMatchObject({ ok: true });
      }
    }
  });

  it("copies nothing into a store that is not empty, and says so", async () => {
    const from = await filledStore();
    const to = await filledStore();
    await expect(copyStore({ from, to }, { goesOn: () => true })).rejects.toThrow(
      /there is a record already where this one is to go: nothing was copied/,
    );
    expect(await isUnderWay(to)).toBe(false);
  });
});
