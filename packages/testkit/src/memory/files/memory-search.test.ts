import type { SearchQuery } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./compile-glob.ts";
import { searchFiles } from "./memory-search.ts";

const files = Object.entries({
  "a.ts": "one\ntwo\nONE\n",
  "lib/b.py": "one = 1\n",
  "lib/deep/c.ts": "none\n",
  "image.bin": "one\0\n",
}).map(([relative, text]) => ({
  path: `/ws/${relative}`,
  relative,
  node: {
    kind: "file" as const,
    bytes: new TextEncoder().encode(text),
    mode: 0o644,
    modifiedMs: 0,
  },
}));
const found = async (query: SearchQuery) =>
  (await searchFiles(files, query)).hits.map((hit) => `${hit.path}:${hit.line}`);

describe("searchFiles", () => {
  it("finds lines, with and without regard to case, and skips binary files", async () => {
    expect(await found({ pattern: "one" })).toEqual([
      "/ws/a.ts:1",
      "/ws/lib/b.py:1",
      "/ws/lib/deep/c.ts:1",
    ]);
    expect(await found({ pattern: "^one", ignoreCase: true })).toEqual([
      "/ws/a.ts:1",
      "/ws/a.ts:3",
      "/ws/lib/b.py:1",
    ]);
  });

  it("narrows by glob at any depth and by type", async () => {
    expect(await found({ pattern: "one", glob: "*.ts" })).toEqual([
      "/ws/a.ts:1",
      "/ws/lib/deep/c.ts:1",
    ]);
    expect(await found({ pattern: "one", glob: "lib/*" })).toEqual(["/ws/lib/b.py:1"]);
    expect(await found({ pattern: "one", type: "py" })).toEqual(["/ws/lib/b.py:1"]);
    await expect(found({ pattern: "one", type: "cobol" })).rejects.toThrow("not known here");
  });

  it("gives context, spans lines, counts, and cuts at the limit", async () => {
    expect((await searchFiles(files, { pattern: "two", context: 1 })).hits).toEqual([
      { path: "/ws/a.ts", line: 2, text: "two", before: ["one"], after: ["ONE"] },
    ]);
    expect((await searchFiles(files, { pattern: "one\\ntwo", multiline: true })).hits).toEqual([
      { path: "/ws/a.ts", line: 1, text: "one\ntwo" },
    ]);
    expect(await searchFiles(files, { pattern: "o", mode: "count", limit: 2 })).toEqual({
      hits: [],
      counts: [
        { path: "/ws/a.ts", count: 2 },
        { path: "/ws/lib/b.py", count: 1 },
      ],
      truncated: true,
    });
  });

  it("runs no pattern that takes longer than its text is long", { timeout: 60_000 }, async () => {
    const [file] = files;
    const bytes = new TextEncoder().encode(`${"a".repeat(5_000)}!`);
    const slow = file === undefined ? [] : [{ ...file, node: { ...file.node, bytes } }];
    expect((await searchFiles(slow, { pattern: "^(a+)+$" })).hits).toEqual([]);
  });

  it("refuses a pattern that is none", async () => {
    await expect(searchFiles(files, { pattern: "(" })).rejects.toThrow("cannot be read");
  });
});

describe("compileGlob", () => {
  it("refuses a glob that cannot be read", () => {
    expect(() => compileGlob("{a")).toThrow("The glob {a cannot be read");
  });
});
