import type { SearchQuery } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob-pattern.ts";
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
const found = (query: SearchQuery) =>
  searchFiles(files, query).hits.map((hit) => `${hit.path}:${hit.line}`);

describe("searchFiles", () => {
  it("finds lines, with and without regard to case, and skips binary files", () => {
    expect(found({ pattern: "one" })).toEqual([
      "/ws/a.ts:1",
      "/ws/lib/b.py:1",
      "/ws/lib/deep/c.ts:1",
    ]);
    expect(found({ pattern: "^one", ignoreCase: true })).toEqual([
      "/ws/a.ts:1",
      "/ws/a.ts:3",
      "/ws/lib/b.py:1",
    ]);
  });

  it("narrows by glob at any depth and by type", () => {
    expect(found({ pattern: "one", glob: "*.ts" })).toEqual(["/ws/a.ts:1", "/ws/lib/deep/c.ts:1"]);
    expect(found({ pattern: "one", glob: "lib/*" })).toEqual(["/ws/lib/b.py:1"]);
    expect(found({ pattern: "one", type: "py" })).toEqual(["/ws/lib/b.py:1"]);
    expect(() => found({ pattern: "one", type: "cobol" })).toThrow("not known here");
  });

  it("gives context, spans lines, counts, and cuts at the limit", () => {
    expect(searchFiles(files, { pattern: "two", context: 1 }).hits).toEqual([
      { path: "/ws/a.ts", line: 2, text: "two", before: ["one"], after: ["ONE"] },
    ]);
    expect(searchFiles(files, { pattern: "one\\ntwo", multiline: true }).hits).toEqual([
      { path: "/ws/a.ts", line: 1, text: "one\ntwo" },
    ]);
    expect(searchFiles(files, { pattern: "o", mode: "count", limit: 2 })).toEqual({
      hits: [],
      counts: [
        { path: "/ws/a.ts", count: 2 },
        { path: "/ws/lib/b.py", count: 1 },
      ],
      truncated: true,
    });
  });

  it("refuses a pattern that is none", () => {
    expect(() => searchFiles(files, { pattern: "(" })).toThrow("cannot be read");
  });
});

describe("compileGlob", () => {
  it("keeps stars within names and lets globstars cross them", () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ["*.ts", "a.ts", true],
      ["*.ts", "lib/a.ts", false],
      ["**/*.ts", "a.ts", true],
      ["**/*.ts", "lib/deep/a.ts", true],
      ["lib/**", "lib/deep/a.ts", true],
      ["lib/**", "library/a.ts", false],
      ["{a,b}.ts", "b.ts", true],
      ["[ab].ts", "b.ts", true],
      ["[!ab].ts", "b.ts", false],
      ["a?c", "abc", true],
      ["a.c", "abc", false],
      ["a+(b)", "a+(b)", true],
    ];
    const wrong = cases.filter(([glob, path, expected]) => compileGlob(glob)(path) !== expected);
    expect(wrong).toEqual([]);
    expect(() => compileGlob("{a")).toThrow("cannot be read");
  });
});
