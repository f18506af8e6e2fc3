import { describe, expect, it } from "vitest";
import type { Side } from "./describe-change.ts";
import { type ChangedFile, describeChanges, type ShownBounds } from "./describe-changes.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Side =>
  Buffer.from(text, encoding);

async function shown(
  sides: Readonly<Record<string, Side>>,
  changed: readonly ChangedFile[],
  bounds?: ShownBounds,
  folders: Readonly<Record<string, readonly string[]>> = {},
) {
  const ground = {
    sides: {
      of: async (address: string | null, inner?: string) =>
        address === null
          ? null
          : (sides[inner === undefined ? address : `${address}/${inner}`] ?? null),
      isAsLeft: () => true,
      below: (address: string | null) => (address === null ? null : (folders[address] ?? null)),
    },
    closed: (paths: readonly string[]) => new Set(paths.filter((path) => path.endsWith(".env"))),
    nowMs: () => 0,
    mask: (text: string) => text.replaceAll("sk-live", "[redacted:KEY]"),
  };
  const { changes, files } = await describeChanges(ground, changed, bounds);
  counted = files;
  return changes;
}

let counted = 0;
const one = (path: string, before: string | null, after: string | null): ChangedFile => ({
  path,
  before,
  after,
});

describe("changes as people are shown them", () => {
  it("have both texts, and their secrets masked", async () => {
    const [change] = await shown({ a: bytes("one\nkey\n"), b: bytes("one\nsk-live\n") }, [
      one("/w/f", "a", "b"),
    ]);
    expect(change).toEqual({
      path: "/w/f",
      kind: "changed",
      added: 1,
      removed: 1,
      diff: "--- /w/f\n+++ /w/f\n@@ -1,2 +1,2 @@\n one\n-key\n+[redacted:KEY]\n",
    });
  });

  it.each<[string, Side, Side, { readonly note?: string; readonly diff?: string }]>([
    ["binary", bytes("\0\0"), bytes("\0"), { note: "not text, 1 B; before: not text, 2 B" }],
    ["made text of", bytes("\0"), bytes("x"), { note: "text; before: not text, 1 B" }],
    [
      "too large",
      { told: "a file of 12 B" },
      { told: "too large to show, 52.4 MB" },
      { note: "too large to show, 52.4 MB; before: a file of 12 B" },
    ],
    ["a new folder", null, { told: "a folder" }, { note: "a folder" }],
    [
      "changed since",
      bytes("x"),
      { told: "changed since" },
      { note: "changed since; before: text" },
    ],
    [
      "saved with other line ends",
      bytes("a\n"),
      bytes("a\r\n"),
      { note: "only line ends or the encoding changed", diff: "" },
    ],
    [
      "in Latin-1",
      bytes("caf\xe9 1\n", "latin1"),
      bytes("caf\xe9 2\n", "latin1"),
      { diff: "--- f\n+++ f\n@@ -1 +1 @@\n-café 1\n+café 2\n" },
    ],
    [
      "in UTF-16",
      bytes("\ufeffa\n", "utf16le"),
      bytes("\ufeffb\n", "utf16le"),
      { note: "read as utf-16le", diff: "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n" },
    ],
  ])("say of a file that is %s what it is", async (_, before, after, expected) => {
    const [change] = await shown({ a: before, b: after }, [
      one("f", before === null ? null : "a", "b"),
    ]);
    expect(change).toMatchObject(expected);
  });

  it("name a file that a rule closes, without its lines", async () => {
    const changes = await shown({ a: bytes("KEY=1\n"), b: bytes("KEY=2\n") }, [
      one("/w/.env", "a", "b"),
      one("/w/new/.env", null, "b"),
    ]);
    expect(changes).toMatchObject([
      { path: "/w/.env", kind: "changed", diff: "", note: "a rule closes this file" },
      { path: "/w/new/.env", kind: "created", diff: "", note: "a rule closes this file" },
    ]);
  });

  it("are, of a folder that came or went, the files in it", async () => {
    const sides = { "b/x": bytes("x\n"), "b/y/.env": bytes("K=1\n"), "a/x": bytes("w\n") };
    const changes = await shown(
      sides,
      [one("/w/new", null, "b"), one("/w/kept", "a", "b")],
      {},
      {
        a: ["x"],
        b: ["x", "y/.env"],
      },
    );
    expect(changes).toMatchObject([
      { path: "/w/new/x", kind: "created", added: 1 },
      { path: "/w/new/y/.env", kind: "created", diff: "" },
      { path: "/w/kept/x", kind: "changed", added: 1, removed: 1 },
      { path: "/w/kept/y/.env", kind: "created", diff: "" },
    ]);
    expect(counted).toBe(4);
  });

  it("are only named past a number of files, and past a number of characters", async () => {
    const files = Array.from({ length: 50_000 }, (_, at) => one(`/w/${at}`, "a", "b"));
    const sides = { a: bytes("x\n".repeat(100)), b: bytes("y\n".repeat(100)) };
    const many = await shown(sides, files, { files: 3 });
    expect([many.length, counted]).toEqual([1_000, 50_000]);
    expect(many.filter(({ diff }) => diff !== "").map(({ path }) => path)).toEqual([
      "/w/0",
      "/w/1",
      "/w/2",
    ]);
    expect(many[3]).toMatchObject({ kind: "changed", note: expect.stringContaining("only named") });
    const few = await shown(sides, files, { chars: 300 });
    expect(few.filter(({ diff }) => diff !== "")).toHaveLength(1);
    expect(few[0]?.diff).toContain("the rest of the diff is not shown");
  });
});
