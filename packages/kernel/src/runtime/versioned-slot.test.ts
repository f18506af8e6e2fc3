import type { Json, StateSlot } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { versionedSlot } from "./versioned-slot.ts";

function memorySlot(first: Json | null = null): StateSlot & { kept(): Json | null } {
  let value = first;
  return {
    get: async () => value,
    set: async (next) => {
      value = next;
    },
    kept: () => value,
  };
}

const COUNT = { type: "object", properties: { count: { type: "number" } }, required: ["count"] };

describe("a state slot", () => {
  it("a state slot keeps what fits its schema, and nothing else", async () => {
    const kept = memorySlot();
    const slot = versionedSlot(kept, { version: 1, schema: COUNT });
    expect(await slot.get()).toBeNull();
    await slot.set({ count: 1 });
    expect([await slot.get(), kept.kept()]).toEqual([{ count: 1 }, { count: 1 }]);
    await expect(slot.set({ count: "many" })).rejects.toMatchObject({ code: "failed" });
    expect(await slot.get()).toEqual({ count: 1 });
  });

  it("a state slot is migrated once by the tool that has it", async () => {
    const kept = memorySlot(3);
    const asked: unknown[] = [];
    const slot = versionedSlot(kept, {
      version: 2,
      schema: COUNT,
      migrate: (old, from) => {
        asked.push([old, from]);
        return { count: old as number };
      },
    });
    expect([await slot.get(), await slot.get()]).toEqual([{ count: 3 }, { count: 3 }]);
    expect([asked, kept.kept()]).toEqual([[[3, 1]], { $version: 2, value: { count: 3 } }]);
  });

  it("a state slot stays as it was where no migration exists, or a wrong one", async () => {
    const newer = { $version: 3, value: { count: 1 } };
    const slot = versionedSlot(memorySlot(newer), { version: 2, schema: COUNT });
    await expect(slot.get()).rejects.toMatchObject({ code: "failed" });
    const old = memorySlot(3);
    const wrong = versionedSlot(old, { version: 2, schema: COUNT, migrate: () => ({}) });
    await expect(wrong.get()).rejects.toMatchObject({ code: "failed" });
    expect(old.kept()).toBe(3);
  });
});
