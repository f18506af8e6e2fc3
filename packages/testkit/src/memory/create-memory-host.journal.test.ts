import type { FsDoor } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDoorContext, createScriptedGate } from "../create-scripted-gate.ts";
import { createMemoryHost, type MemoryHost } from "./create-memory-host.ts";

const path = fc.constantFrom("a", "b", "d/a", "d/e/b", "link", "d");
const change = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), path, data: fc.string({ maxLength: 4 }) }),
  fc.record({ kind: fc.constant("remove" as const), path }),
  fc.record({ kind: fc.constant("rename" as const), from: path, to: path }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function openHost() {
  const host = createMemoryHost({
    files: { a: "A", "d/a": "DA", "d/e/b": "DEB", "/outside": "O" },
    links: { link: "/outside" },
  });
  const context = createDoorContext();
  return { host, door: host.files(context), journal: host.journal(context) };
}

/** Files with their texts and links; directories come and go with what is in them. */
function contents(host: MemoryHost): readonly string[] {
  return host
    .tree()
    .filter((entry) => !entry.endsWith("/"))
    .map((entry) => (entry.includes(" -> ") ? entry : `${entry}=${host.fileText(entry)}`));
}

async function tryChange(door: FsDoor, one: Change): Promise<void> {
  try {
    if (one.kind === "write") await door.write(one.path, one.data);
    if (one.kind === "remove") await door.remove(one.path, { recursive: true });
    if (one.kind === "rename") await door.rename(one.from, one.to);
  } catch {
    // A change that cannot be is refused; what counts here is what the others leave behind.
  }
}

describe("the diff of a memory journal", () => {
  it("shows what went and what came, and says so of binary content", async () => {
    const { door, journal } = openHost();
    await door.write("a", "B\nC\n");
    await door.remove("d/a");
    await door.write("b", new Uint8Array([0, 1]));
    const ids = (await journal.list()).map(({ id }) => id);
    expect(await journal.diff(ids)).toEqual([
      {
        id: ids[0],
        path: "/workspace/a",
        diff: "--- /workspace/a\n+++ /workspace/a\n@@ -1,1 +1,2 @@\n-A\n+B\n+C\n",
      },
      {
        id: ids[1],
        path: "/workspace/d/a",
        diff: "--- /workspace/d/a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-DA\n",
      },
      {
        id: ids[2],
        path: "/workspace/b",
        diff: "--- /dev/null\n+++ /workspace/b\n(binary content differs)\n",
      },
    ]);
  });

  it("never shows what may not be read", async () => {
    const { host, door, journal } = openHost();
    const { journal: id } = await door.write("a", "secret");
    const refuse = createScriptedGate((access) =>
      access.capability === "fs.read" ? "secret" : null,
    );
    const closed = host.journal(createDoorContext({ gate: refuse }));
    await expect(closed.diff([id])).rejects.toMatchObject({ code: "permission_denied" });
    expect(await journal.diff([id])).toHaveLength(1);
  });
});

describe("the list of a memory journal", () => {
  it("holds the changes of the named files only, however they are named", async () => {
    const { door, journal } = openHost();
    await door.write("a", "1");
    await door.write("d/a", "2");
    await door.write("link", "3");
    const paths = async (...named: readonly string[]) =>
      (await journal.list(named)).map((entry) => entry.path);
    expect(await paths("./d/../a")).toEqual(["/workspace/a"]);
    expect(await paths("/workspace/d/a", "link")).toEqual(["/workspace/d/a", "/outside"]);
    expect(await paths("b")).toEqual([]);
    expect(await journal.list()).toHaveLength(3);
  });
});

describe("the memory journal, whatever was changed", () => {
  it("undoes everything, and redoes it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { host, door, journal } = openHost();
        const before = contents(host);
        for (const one of changes) await tryChange(door, one);
        const after = contents(host);
        const ids = (await journal.list()).map(({ id }) => id);
        await journal.undo(ids);
        expect(contents(host)).toEqual(before);
        await journal.redo(ids);
        expect(contents(host)).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });

  it("leaves no trace of an apply that fails", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        const { host, door, journal } = openHost();
        const before = host.tree();
        const texts = contents(host);
        const impossible = { kind: "remove", path: "nowhere" } as const;
        await expect(door.apply([...changes, impossible])).rejects.toBeDefined();
        expect([host.tree(), contents(host), await journal.list()]).toEqual([before, texts, []]);
      }),
      { numRuns: 300 },
    );
  });
});
