import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openProjectMemory } from "./project-memory.ts";

const note = (key: string, content = key) => ({
  key,
  content,
  sessionId: "ses_1",
  atMs: 1,
  labels: [{ label: "untrusted", source: "a.example" }],
});

describe("openProjectMemory", () => {
  it("keeps notes of each project apart, and loses none that are written at once", async () => {
    const store = createMemoryStore();
    const memory = openProjectMemory(store, "/a");
    await Promise.all(["x", "y", "z"].map((key) => memory.write(note(key))));
    expect((await memory.list()).map(({ key }) => key)).toEqual(["x", "y", "z"]);
    expect(await memory.read("y")).toEqual(note("y"));
    expect(await openProjectMemory(store, "/b").list()).toEqual([]);
    expect([await memory.remove("y"), await memory.remove("y")]).toEqual([true, false]);
  });

  it("loses nothing where two processes write at once", async () => {
    const store = createMemoryStore();
    const processes = [openProjectMemory(store, "/a"), openProjectMemory(store, "/a")];
    const keys = ["k0", "k1", "k2", "k3", "k4", "k5"];
    await Promise.all(keys.map((key, at) => processes[at % 2]?.write(note(key))));
    expect((await processes[0]?.list())?.map(({ key }) => key)).toEqual(keys);
  });

  it("has a bound, and what was there stays when it is met", async () => {
    const memory = openProjectMemory(createMemoryStore(), "/a");
    await memory.write(note("a", "x".repeat(1_999_000)));
    await expect(memory.write(note("b", "x".repeat(2_000)))).rejects.toMatchObject({
      code: "too_large",
    });
    expect((await memory.list()).map(({ key }) => key)).toEqual(["a"]);
  });

  it("reads what is no note as nothing", async () => {
    const store = createMemoryStore();
    const puts: unknown[] = [];
    const slots = {
      get: async () => puts.at(-1) as never,
      put: async (_session: string, _tool: string, value: unknown) => void puts.push(value),
      replace: async () => false,
      list: async () => [],
    };
    for (const odd of [null, 7, { notes: 3 }, { notes: [null, 1, { key: 1, content: "x" }] }]) {
      puts.push(odd);
      expect(await openProjectMemory({ ...store, slots }, "/a").list()).toEqual([]);
    }
    puts.push({
      notes: [{ key: "k", content: "c", labels: [{ label: "BAD" }, { label: "private" }] }],
    });
    expect(await openProjectMemory({ ...store, slots }, "/a").list()).toMatchObject([
      { key: "k", labels: [{ label: "private", source: "memory" }], sessionId: null },
    ]);
  });
});
