import type { KeyRing } from "@toolplane/contract/ports";
import { SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { createSealer } from "@toolplane/kernel";
import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { checkTeamKey, KEY_SLOT } from "./check-team-key.ts";

const ring = (current: number, ...old: readonly number[]): KeyRing => ({
  current: key(current),
  old: old.map(key),
});
const key = (fill: number) => new Uint8Array(32).fill(fill);
const name = (fill: number) => createSealer(key(fill)).name;

describe("checkTeamKey", () => {
  it("takes the key of the first machine, and refuses another one by its name", async () => {
    const store = createMemoryStore();
    await checkTeamKey(store, ring(1));
    await checkTeamKey(store, ring(1));
    await expect(checkTeamKey(store, ring(2))).rejects.toThrow(
      `it is sealed with another key, ${name(1)}. Give this machine the key of the others`,
    );
  });

  it("brings a new key where the one before is an old one, once and for all", async () => {
    const store = createMemoryStore();
    await checkTeamKey(store, ring(1));
    await Promise.all([1, 2, 3].map(() => checkTeamKey(store, ring(2, 1))));
    await expect(checkTeamKey(store, ring(1, 2))).rejects.toThrow(
      `the key ${name(1)} of this machine is an old one, and nothing is sealed by it. The key is ${name(2)} by now`,
    );
    await expect(checkTeamKey(store, ring(1))).rejects.toThrow(/Where they were given a new one/);
    await checkTeamKey(store, ring(3, 2, 1));
    for (const given of [ring(2, 3), ring(1, 3)])
      await expect(checkTeamKey(store, given)).rejects.toThrow(/is an old one/);
    // The oldest is not needed any more.
    await checkTeamKey(store, ring(3, 2));
  });

  it("knows the row of a version that had one key without a name", async () => {
    const store = createMemoryStore();
    const mark = createSealer(key(1)).seal("toolplane key of a record 1\n");
    await store.slots.put(SESSIONS_CHAIN, KEY_SLOT, { mark });
    await checkTeamKey(store, ring(1));
    expect(await store.slots.get(SESSIONS_CHAIN, KEY_SLOT)).toEqual({ mark });
    await checkTeamKey(store, ring(2, 1));
    await expect(checkTeamKey(store, ring(1, 2))).rejects.toThrow(/is an old one/);
  });

  it.each([
    [
      "other old keys",
      {
        old: [],
        mark: createSealer(ring(2)).seal(
          `toolplane key of a record 1\n${JSON.stringify([name(1)])}`,
        ),
      },
    ],
    ["a forged name", { old: [], mark: `${name(1)}.${"0".repeat(64)}` }],
    ["no seal", { old: [] }],
    ["nothing", 7],
  ])("refuses a row that somebody changed: %s", async (_, row) => {
    const store = createMemoryStore();
    await store.slots.put(SESSIONS_CHAIN, KEY_SLOT, row);
    await expect(checkTeamKey(store, ring(1, 2))).rejects.toThrow(/it is sealed with another key/);
    expect(await store.slots.get(SESSIONS_CHAIN, KEY_SLOT)).toEqual(row);
  });
});
