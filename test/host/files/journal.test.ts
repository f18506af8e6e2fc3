import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import type { FsDoor } from "@toolplane/contract";
import { createFolderStore, createPathReader } from "@toolplane/disk/inside";
import { createJournal } from "@toolplane/host/inside";
import {
  createCountingIds,
  createDoorContext,
  createFakeClock,
  createScriptedGate,
} from "@toolplane/testkit";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { CANARY, codeOf, type FileWorld, openFileWorld } from "./fixture.ts";

const worlds: FileWorld[] = [];
function world(): FileWorld {
  const made = openFileWorld();
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

/** Files with their texts and modes, and links; directories come and go with what is in them. */
function contents(root: string, prefix = ""): readonly string[] {
  return readdirSync(join(root, prefix)).flatMap((name) => {
    const relative = join(prefix, name);
    const stat = lstatSync(join(root, relative));
    if (stat.isDirectory()) return contents(root, relative);
    if (stat.isSymbolicLink()) return [`${relative} -> ${readlinkSync(join(root, relative))}`];
    const mode = (stat.mode & 0o777).toString(8);
    return [`${relative} ${mode} ${readFileSync(join(root, relative), "utf8")}`];
  });
}

const path = fc.constantFrom("a", "b", "d/a", "d/e/b", "link", "d");
const change = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    path,
    data: fc.string({ maxLength: 4 }),
    options: fc.option(fc.constant({ mode: 0o600 }), { nil: {} }),
  }),
  fc.record({ kind: fc.constant("remove" as const), path }),
  fc.record({ kind: fc.constant("rename" as const), from: path, to: path }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

async function tryChange(door: FsDoor, one: Change): Promise<void> {
  try {
    if (one.kind === "write") await door.write(one.path, one.data, one.options);
    if (one.kind === "remove") await door.remove(one.path, { recursive: true });
    if (one.kind === "rename") await door.rename(one.from, one.to);
  } catch {
    // A change that cannot be is refused; what counts here is what the others leave behind.
  }
}

function filled(): FileWorld {
  const w = world();
  for (const [name, text] of Object.entries({ a: "A", "d/a": "DA", "d/e/b": "DEB" }))
    w.put(name, text);
  w.put(join(w.outside, "o"), "O");
  symlinkSync("d/a", join(w.workspace, "link"));
  return w;
}

/** A folder loses its files and gives its name to a file, in one session. */
const FILE_WHERE_A_FOLDER_WAS: Change[] = [
  { kind: "write", path: "d/a", data: "", options: {} },
  { kind: "remove", path: "d" },
  { kind: "write", path: "d", data: "", options: {} },
];

describe("the journal, whatever was changed", () => {
  it("undoes everything, and redoes it, and leaves no temporary name", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        const w = filled();
        const { door, undo } = w.open();
        const before = contents(w.workspace);
        for (const one of changes) await tryChange(door, one);
        const after = contents(w.workspace);
        const ids = (await undo.list()).map(({ id }) => id);
        await undo.undo(ids);
        expect(contents(w.workspace)).toEqual(before);
        await undo.redo(ids);
        expect(contents(w.workspace)).toEqual(after);
        w.close();
      }),
      { numRuns: 60, examples: [[FILE_WHERE_A_FOLDER_WAS]] },
    );
  });

  it("holds no trace of an apply that failed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 5 }), async (changes) => {
        const w = filled();
        const { door, undo } = w.open();
        const before = contents(w.workspace);
        const impossible = { kind: "remove", path: "nowhere" } as const;
        expect(await codeOf(door.apply([...changes, impossible]))).not.toBe("settled");
        expect([contents(w.workspace), await undo.list()]).toEqual([before, []]);
        w.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe("the journal door", () => {
  it("leaves a file the mode that a person gave it since", async () => {
    const w = filled();
    const { door, undo } = w.open();
    await door.write("a", "changed");
    chmodSync(join(w.workspace, "a"), 0o600);
    const ids = (await undo.list()).map(({ id }) => id);
    await undo.undo(ids);
    await undo.redo(ids);
    expect(contents(w.workspace)).toContain("a 600 changed");
    await undo.undo(ids);
    expect(contents(w.workspace).find((each) => each.startsWith("a "))).toMatch(/^a 600 /);
  });

  it("takes the name of a change for all its entries, and undoes all or none", async () => {
    const w = filled();
    const { door, undo } = w.open();
    const [written, moved] = await door.apply([
      { kind: "write", path: "one", data: "1" },
      { kind: "rename", from: "d", to: "moved" },
    ]);
    w.put("one", "later");
    const names = [written?.journal ?? "", moved?.journal ?? ""];
    expect(await codeOf(undo.undo(names))).toBe("conflict");
    expect(w.names("moved")).toEqual(["a", "e"]);
    await undo.undo([moved?.journal ?? ""]);
    expect(w.text("d/e/b")).toBe("DEB");
    expect(w.text("one")).toBe("later");
  });

  it("lists the changes of named files only, wherever their names lead", async () => {
    const { door, undo } = filled().open();
    await door.write("b", "1");
    await door.write("link", "2");
    const names = async (...named: readonly string[]) =>
      (await undo.list(named)).map((entry) => entry.path.split("/").at(-1));
    expect(await names("./d/../b")).toEqual(["b"]);
    expect(await names("link")).toEqual(["a"]);
    expect(await names("nowhere")).toEqual([]);
    expect(await codeOf(undo.list(["a\0"]))).toBe("invalid_input");
  });

  it("refuses an unknown change, one that is undone already, and what the gate refuses now", async () => {
    const w = filled();
    let closed = false;
    const { door, undo } = w.open({
      refuse: (access) => (closed && access.capability === "fs.write" ? "closed" : null),
    });
    const { journal: id } = await door.write("a", "new");
    expect(await codeOf(undo.undo(["journal_9999"]))).toBe("not_found");
    expect(await codeOf(undo.redo([id]))).toBe("conflict");
    closed = true;
    expect(await codeOf(undo.undo([id]))).toBe("permission_denied");
    expect(w.text("a")).toBe("new");
  });

  it("does not follow a directory that became a link since", async () => {
    const w = filled();
    const { door, undo } = w.open();
    const { journal: id } = await door.write("d/a", "new");
    await door.rename("d", "was");
    symlinkSync(w.outside, join(w.workspace, "d"));
    expect(await codeOf(undo.undo([id]))).toBe("conflict");
    expect(w.names(w.outside)).toEqual(["o"]);
  });

  it("shows diffs, says so of binary content, and never of what may not be read", async () => {
    const w = filled();
    w.put("text", "one\ntwo\nthree\n");
    const { door, undo } = w.open();
    await door.write("text", "one\n2\nthree\n");
    await door.write("binary", new Uint8Array([0, 1]));
    await door.remove("text");
    const file = join(w.workspace, "text");
    const diffs = await undo.diff((await undo.list()).map(({ id }) => id));
    expect(diffs.map(({ diff }) => diff)).toEqual([
      `--- ${file}\n+++ ${file}\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`,
      `--- /dev/null\n+++ ${join(w.workspace, "binary")}\n(binary content differs)\n`,
      `--- ${file}\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-2\n-three\n`,
    ]);
    const denied = w.open({
      refuse: (access) => (access.capability === "fs.read" ? "secret" : null),
    });
    expect(await codeOf(denied.undo.diff([diffs[0]?.id ?? ""]))).toBe("permission_denied");
  });

  it("bounds a diff in size", async () => {
    const w = world();
    const { door, undo } = w.open();
    const { journal: large } = await door.write("large", "x\n".repeat(1_000_000));
    const { journal: long } = await door.write("long", "0123456789\n".repeat(50_000));
    const [first, second] = await undo.diff([large, long]);
    expect(first?.diff).toContain("(too large to show, 2 MB)");
    expect(second?.diff.length).toBeLessThan(201_000);
    expect(second?.diff).toContain("more characters)");
  });

  it("belongs to its session", async () => {
    const w = filled();
    const { door, undo } = w.open();
    const { journal: id } = await door.write("a", "new");
    const other = w.journal.door(createDoorContext({ sessionId: "other" }));
    expect([(await undo.list()).length, (await other.list()).length]).toEqual([1, 0]);
    expect(await codeOf(other.undo([id]))).toBe("not_found");
    expect(await codeOf(other.diff([id]))).toBe("not_found");
  });

  it("is there again after a restart, and privately kept", async () => {
    const w = filled();
    const { journal: id } = await w.open().door.write("a", "new");
    const { userData } = w.places;
    const shared = { places: w.places, path: createPathReader(w.places), clock: createFakeClock() };
    const again = createJournal({
      ...shared,
      ids: createCountingIds(),
      store: createFolderStore({ userData }),
    });
    const door = again.door(createDoorContext({ gate: createScriptedGate() }));
    expect((await door.list()).map((entry) => entry.id)).toEqual([id]);
    await door.undo([id]);
    expect(w.text("a")).toBe("A");
    const reader = createFolderStore({ userData });
    expect((await reader.journal.list("session_0001")).map(({ undone }) => undone)).toEqual([true]);
    const files = readdirSync(userData, { recursive: true, encoding: "utf8" });
    const modes = files
      .map((name) => statSync(join(userData, name)))
      .filter((stat) => stat.isFile())
      .map((stat) => (stat.mode & 0o777).toString(8));
    expect([...new Set(modes)]).toEqual(["600"]);
  });
});

describe("the folder store", () => {
  const entry = (id: string, after: string) => ({
    id,
    sessionId: "s",
    callId: "c",
    atMs: 0,
    path: "/x",
    before: null,
    after,
    mode: null,
    undone: false,
  });

  it("lets go of no entry of the last day, however many there are", async () => {
    const { userData } = world().places;
    const nowMs = Date.UTC(2026, 0, 2);
    const clock = { wallMs: () => nowMs };
    const store = createFolderStore({ userData, clock });
    const at = (id: string, atMs: number) => ({ ...entry(id, `image ${id}`), atMs });
    await store.journal.append([at("old", nowMs - 25 * 3_600_000)]);
    const young = Array.from({ length: 12 }, (_none, index) => at(`e${index}`, nowMs - 3_600_000));
    await store.journal.append(young);
    const trimmed = createFolderStore({ userData, clock, maxEntries: 4 });
    expect((await trimmed.journal.list("s")).map(({ id }) => id)).toEqual(
      young.map(({ id }) => id),
    );
    clock.wallMs = () => nowMs + 24 * 3_600_000;
    const later = createFolderStore({ userData, clock, maxEntries: 4 });
    expect(await later.journal.list("s")).toHaveLength(2);
  });

  it("says when there are too many of them, and takes no more than twice as many", async () => {
    const { userData } = world().places;
    const store = createFolderStore({ userData, maxRecent: 3 });
    const add = (...ids: string[]) =>
      store.journal.append(ids.map((id) => ({ ...entry(id, "a"), atMs: Date.now() })));
    await store.journal.append([entry("old", "a")]);
    await add("a", "b");
    expect([store.room.has(1), store.room.has(2)]).toEqual([true, false]);
    await add("c", "d", "e", "f");
    expect(await codeOf(add("g"))).toBe("unavailable");
    store.room.make(2);
    expect((await store.journal.list("s")).map(({ id }) => id)).toEqual(["f"]);
    await add("g");
  });

  it("leaves out a line that a crash cut short, and goes on after it", async () => {
    const w = world();
    const { userData } = w.places;
    const first = createFolderStore({ userData });
    await first.journal.append([entry("e1", "a")]);
    w.put(
      join(userData, "journal.jsonl"),
      `${w.text(join(userData, "journal.jsonl"))}{"entry":{"id`,
    );
    const second = createFolderStore({ userData });
    await second.journal.append([entry("e2", "b")]);
    await second.journal.mark({ id: "e1", sessionId: "ses_1" }, true);
    const rows = await createFolderStore({ userData }).journal.list("s");
    expect(rows.map(({ id, undone }) => [id, undone])).toEqual([
      ["e1", true],
      ["e2", false],
    ]);
    // Another process sees what was appended meanwhile.
    expect((await first.journal.list("s")).length).toBe(2);
    expect(await codeOf(second.journal.append([entry("e2", "b")]))).toBe("conflict");
    expect(await codeOf(second.journal.mark({ id: "e9", sessionId: "ses_1" }, true))).toBe(
      "not_found",
    );
  });

  it("lets the oldest entries and their images go when it has grown past its bounds", async () => {
    const w = world();
    const { userData } = w.places;
    const store = createFolderStore({ userData });
    const address = (index: number) => index.toString(16).padStart(64, "0");
    for (let index = 0; index < 10; index += 1) {
      await store.payloads.put(address(index), Buffer.from(CANARY));
      await store.journal.append([entry(`e${index}`, address(index))]);
    }
    const trimmed = createFolderStore({ userData, maxEntries: 8 });
    expect((await trimmed.journal.list("s")).map(({ id }) => id)).toEqual(["e6", "e7", "e8", "e9"]);
    expect(await trimmed.payloads.get(address(5))).toBeNull();
    expect(Buffer.from((await trimmed.payloads.get(address(6))) ?? []).toString()).toBe(CANARY);
    mkdirSync(join(w.workspace, "x"));
    expect(await codeOf(trimmed.payloads.put("../escape", Buffer.from("x")))).toBe("invalid_input");
  });
});
