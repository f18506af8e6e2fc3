import { type FsDoor, isToolError } from "@toolplane/contract";
import type { Access } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createCountingIds } from "../../create-counting-ids.ts";
import { createFakeClock } from "../../create-fake-clock.ts";
import {
  createDoorContext,
  createScriptedGate,
  type GateScript,
} from "../../create-scripted-gate.ts";
import { createDoorGate, type MemoryAccess } from "../disk/door-gate.ts";
import { fileNode, type MemoryDisk } from "../disk/memory-disk.ts";
import { contentAddress, createMemoryJournal } from "../disk/memory-journal.ts";
import { createMemoryTree, type TreeNode } from "../disk/memory-tree.ts";
import { createMemoryFilesDoor } from "./memory-files-door.ts";

const link = (target: string): TreeNode => ({ kind: "link", target, mode: 0o777, modifiedMs: 0 });

function setUp(refuse?: GateScript) {
  const clock = createFakeClock({ wallMs: 0 });
  const tree = createMemoryTree();
  const journal = createMemoryJournal({ tree, clock, ids: createCountingIds(), cwd: "/ws" });
  const disk: MemoryDisk = { tree, journal, clock, cwd: "/ws", seen: new Map(), maxFileBytes: 100 };
  const put = (path: string, text: string) => tree.attach(path, fileNode(disk, text));
  put("/ws/a.txt", "alpha\nbeta\n");
  put("/ws/src/main.ts", "const alpha = 1;\n");
  put("/ws/.env", "KEY=alpha\n");
  put("/etc/passwd", "root\n");
  tree.attach("/ws/passwords", link("/etc/passwd"));
  const gate = createScriptedGate(refuse);
  const abort = new AbortController();
  const context = createDoorContext({ gate, signal: abort.signal });
  const log: MemoryAccess[] = [];
  const door: FsDoor = createMemoryFilesDoor(disk, context, log);
  const journalDoor = journal.door(context.sessionId, createDoorGate(context, log));
  return { clock, tree, disk, gate, abort, door, log, journal: journalDoor };
}

const read = async (door: FsDoor, path: string) =>
  new TextDecoder().decode((await door.read(path)).bytes);

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "settled";
  } catch (error) {
    return isToolError(error) ? error.code : `raw ${String(error)}`;
  }
}

const subject = (access: Access) =>
  "path" in access ? `${access.capability} ${access.path} ${access.real}` : access.capability;

describe("reading through the memory file door", () => {
  it("asks about the lexical and the real path before it reads", async () => {
    const { door, gate } = setUp();
    expect(await read(door, "passwords")).toBe("root\n");
    expect(gate.asked().map(subject)).toEqual(["fs.read /ws/passwords /etc/passwd"]);
  });

  it("throws the gate's code and reason, and tells nothing of what is there", async () => {
    const { door, log } = setUp((access) =>
      "real" in access && access.real.startsWith("/etc") ? "not outside" : null,
    );
    await expect(door.read("passwords")).rejects.toMatchObject({
      code: "permission_denied",
      message: "not outside",
    });
    await expect(door.stat("/etc/missing")).rejects.toMatchObject({ code: "permission_denied" });
    expect(log.map(({ allowed, predicted }) => ({ allowed, predicted }))).toEqual([
      { allowed: false, predicted: false },
      { allowed: false, predicted: false },
    ]);
  });

  it("says what is missing, what is no file, what may not be read and what is too large", async () => {
    const { door, disk } = setUp();
    disk.tree.attach("/ws/big", fileNode(disk, "x".repeat(101)));
    disk.tree.attach("/ws/locked", fileNode(disk, "x", 0o000));
    disk.tree.attach("/ws/pipe", { kind: "special", mode: 0o600, modifiedMs: 0 });
    const codes = ["missing", "src", "pipe", "locked", "big", "", "a\0b", "C:\\x"].map((path) =>
      codeOf(door.read(path)),
    );
    expect(await Promise.all(codes)).toEqual([
      "not_found",
      "invalid_input",
      "invalid_input",
      "failed",
      "too_large",
      "invalid_input",
      "invalid_input",
      "invalid_input",
    ]);
  });

  it("reads a range of what is too large to read whole", async () => {
    const { door, disk } = setUp();
    disk.tree.attach("/ws/big", fileNode(disk, `${"x".repeat(101)}end`));
    const part = await door.read("big", { offset: 101, length: 10 });
    expect({ ...part, bytes: new TextDecoder().decode(part.bytes) }).toEqual({
      bytes: "end",
      offset: 101,
      size: 104,
      modifiedMs: 0,
    });
  });

  it("lists, searches and globs without what is refused, and without a word about it", async () => {
    const { door } = setUp((access) =>
      "path" in access && access.path.endsWith("/.env") ? "secret" : null,
    );
    expect((await door.list(".")).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "a.txt file",
      "passwords link",
      "src directory",
    ]);
    expect(await door.search({ pattern: "alpha" })).toEqual({
      hits: [
        { path: "/ws/a.txt", line: 1, text: "alpha" },
        { path: "/ws/src/main.ts", line: 1, text: "const alpha = 1;" },
      ],
      counts: [],
      truncated: false,
      root: "/ws",
    });
    expect((await door.glob({ pattern: "{.*,**}" })).paths).toEqual([
      "/ws/a.txt",
      "/ws/src/main.ts",
    ]);
    await expect(door.search({ pattern: "KEY", path: ".env" })).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  it("globs newest first within a limit", async () => {
    const { door, clock } = setUp();
    await clock.advance(10);
    await door.write("src/new.ts", "");
    expect(await door.glob({ pattern: "**/*.{ts,txt}", limit: 2 })).toEqual({
      paths: ["/ws/src/new.ts", "/ws/a.txt"],
      truncated: true,
      root: "/ws",
    });
  });

  it("stops at a cancelled call", async () => {
    const { door, abort, gate } = setUp();
    abort.abort("enough");
    expect(await codeOf(door.read("a.txt"))).toBe("cancelled");
    expect(await codeOf(door.write("a.txt", "x"))).toBe("cancelled");
    expect(gate.asked()).toEqual([]);
  });
});

describe("writing through the memory file door", () => {
  it("creates with its directories, overwrites, and journals both", async () => {
    const { door, journal } = setUp();
    expect(await door.write("new/deep/b.txt", "one")).toEqual({
      created: true,
      bytes: 3,
      journal: "journal_0001",
    });
    expect(await door.write("new/deep/b.txt", "three")).toMatchObject({ created: false, bytes: 5 });
    expect(await read(door, "/ws/new/deep/b.txt")).toBe("three");
    expect((await journal.list()).map(({ path, before }) => [path, before === null])).toEqual([
      ["/ws/new/deep/b.txt", true],
      ["/ws/new/deep/b.txt", false],
    ]);
  });

  it("follows a link when it writes and asks about where it leads", async () => {
    const { door, gate } = setUp();
    await door.write("passwords", "changed");
    expect(gate.asked().map(subject)).toEqual(["fs.write /ws/passwords /etc/passwd"]);
    expect(await read(door, "/etc/passwd")).toBe("changed");
  });

  it("keeps create, expect and size", async () => {
    const { door, tree } = setUp();
    const digest = contentAddress(tree.resolve("/ws/a.txt").node) ?? "";
    expect(
      await Promise.all([
        codeOf(door.write("a.txt", "", { create: "must" })),
        codeOf(door.write("nope", "", { create: "never" })),
        codeOf(door.write("a.txt", "", { expect: "0".repeat(64) })),
        codeOf(door.write("nope", "", { expect: digest })),
        codeOf(door.write("a.txt", "x".repeat(101))),
        codeOf(door.write("src", "")),
        codeOf(door.remove("a.txt", { expect: "0".repeat(64) })),
      ]),
    ).toEqual([
      "conflict",
      "not_found",
      "conflict",
      "conflict",
      "too_large",
      "invalid_input",
      "conflict",
    ]);
    expect(await codeOf(door.write("a.txt", "new", { expect: digest }))).toBe("settled");
  });

  it("leaves other names of a file alone", async () => {
    const { door, tree } = setUp();
    const shared = tree.resolve("/ws/a.txt").node as TreeNode;
    tree.attach("/ws/also", shared);
    await door.write("also", "new");
    expect(await read(door, "a.txt")).toBe("alpha\nbeta\n");
  });

  it("removes the link, not what it leads to", async () => {
    const { door, gate } = setUp();
    await door.remove("passwords");
    expect(gate.asked().map(subject)).toEqual(["fs.write /ws/passwords /ws/passwords"]);
    expect(await read(door, "/etc/passwd")).toBe("root\n");
  });

  it("removes a tree only recursively, and asks about everything in it", async () => {
    const { door, gate } = setUp();
    expect(await codeOf(door.remove("src"))).toBe("conflict");
    await door.remove("src", { recursive: true });
    expect(await door.stat("src")).toBeNull();
    expect(gate.asked().slice(-3).map(subject)).toEqual([
      "fs.write /ws/src /ws/src",
      "fs.write /ws/src/main.ts /ws/src/main.ts",
      "fs.read /ws/src /ws/src",
    ]);
  });

  it("keeps a tree when one file in it is refused", async () => {
    const { door } = setUp((access) =>
      "path" in access && access.path.endsWith("main.ts") ? "keep" : null,
    );
    expect(await codeOf(door.remove("src", { recursive: true }))).toBe("permission_denied");
    expect((await door.stat("src"))?.kind).toBe("directory");
  });

  it("asks to read what it moves, so that a rename is no way round a read rule", async () => {
    const { door, tree } = setUp((access) =>
      access.capability === "fs.read" && access.path.endsWith(".env") ? "secret" : null,
    );
    expect(await codeOf(door.rename(".env", "plain.txt"))).toBe("permission_denied");
    expect(tree.resolve("/ws/plain.txt").node).toBeNull();
  });

  it("renames files and trees and refuses what cannot be", async () => {
    const { door } = setUp();
    await door.rename("src", "lib/moved");
    expect(await read(door, "lib/moved/main.ts")).toBe("const alpha = 1;\n");
    await door.rename("a.txt", ".env");
    expect(await read(door, ".env")).toBe("alpha\nbeta\n");
    expect(
      await Promise.all([
        codeOf(door.rename("missing", "x")),
        codeOf(door.rename(".env", "lib")),
        codeOf(door.rename("lib", "lib/moved/deeper")),
      ]),
    ).toEqual(["not_found", "conflict", "conflict"]);
  });

  it("makes directories once, and never over a file", async () => {
    const { door } = setUp();
    await door.mkdir("x/y");
    await door.mkdir("x/y");
    expect((await door.stat("x/y"))?.kind).toBe("directory");
    expect(await codeOf(door.mkdir("a.txt"))).toBe("conflict");
  });

  it("applies all changes or none", async () => {
    const { door, journal } = setUp((access) =>
      access.capability === "fs.write" && access.path === "/ws/.env" ? "secret" : null,
    );
    const changes = [
      { kind: "write", path: "new.txt", data: "n" },
      { kind: "rename", from: "src/main.ts", to: "src/other.ts" },
      { kind: "remove", path: "a.txt" },
    ] as const;
    expect(await codeOf(door.apply([...changes, { kind: "remove", path: ".env" }]))).toBe(
      "permission_denied",
    );
    expect(await journal.list()).toEqual([]);
    expect((await door.glob({ pattern: "{.*,**}" })).paths).toEqual([
      "/ws/.env",
      "/ws/a.txt",
      "/ws/src/main.ts",
    ]);
    const written = await door.apply(changes);
    expect(written.map(({ created, bytes }) => ({ created, bytes }))).toEqual([
      { created: true, bytes: 1 },
      { created: true, bytes: 17 },
      { created: false, bytes: 0 },
    ]);
    expect((await door.glob({ pattern: "{.*,**}" })).paths).toEqual([
      "/ws/.env",
      "/ws/new.txt",
      "/ws/src/other.ts",
    ]);
  });
});

describe("the memory journal", () => {
  it("undoes and redoes a write, a rename over a file and a removed tree", async () => {
    const { door, journal } = setUp();
    const before = await door.search({ pattern: "" });
    await door.write("a.txt", "new");
    await door.rename("a.txt", "src/main.ts");
    await door.remove("src", { recursive: true });
    const after = await door.search({ pattern: "" });
    const ids = (await journal.list()).map(({ id }) => id);
    await journal.undo(ids);
    expect(await door.search({ pattern: "" })).toEqual(before);
    expect((await journal.list()).every(({ undone }) => undone)).toBe(true);
    await journal.redo(ids);
    expect(await door.search({ pattern: "" })).toEqual(after);
  });

  it("takes the id of an apply for all its changes, and undoes all or none", async () => {
    const { door, journal } = setUp();
    const [first, moved] = await door.apply([
      { kind: "write", path: "one", data: "1" },
      { kind: "rename", from: "a.txt", to: "b.txt" },
    ]);
    await door.write("one", "later");
    const ids = [first?.journal ?? "", moved?.journal ?? ""];
    expect(await codeOf(journal.undo(ids))).toBe("conflict");
    expect((await door.stat("b.txt"))?.kind).toBe("file");
    await journal.undo([moved?.journal ?? ""]);
    expect((await door.stat("a.txt"))?.kind).toBe("file");
  });

  it("refuses an unknown change, one that is undone already, and what the gate refuses now", async () => {
    let closed = false;
    const { door, journal } = setUp((access) =>
      closed && access.capability === "fs.write" ? "closed" : null,
    );
    const { journal: id } = await door.write("a.txt", "new");
    expect(await codeOf(journal.undo(["journal_9999"]))).toBe("not_found");
    expect(await codeOf(journal.redo([id]))).toBe("conflict");
    closed = true;
    expect(await codeOf(journal.undo([id]))).toBe("permission_denied");
    expect(await read(door, "a.txt")).toBe("new");
  });

  it("belongs to its session", async () => {
    const { disk, door, journal } = setUp();
    await door.write("a.txt", "new");
    const other = disk.journal.door("session_0002", createDoorGate(createDoorContext(), []));
    expect([(await journal.list()).length, (await other.list()).length]).toEqual([1, 0]);
  });
});
