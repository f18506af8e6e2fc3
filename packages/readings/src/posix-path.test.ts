import { describe, expect, it } from "vitest";
import { posixPath } from "./posix-path.ts";

describe("posixPath", () => {
  it("normalizes relative, doubled, trailing and climbing texts", () => {
    const cases: Record<string, string> = {
      "a.ts": "/ws/a.ts",
      "./a//b/": "/ws/a/b",
      "../x": "/x",
      "/../../etc/passwd": "/etc/passwd",
      ".": "/ws",
      "a/..": "/ws",
      "/": "/",
    };
    const normalized = Object.fromEntries(
      Object.keys(cases).map((text) => [text, posixPath.normalize(text, "/ws")]),
    );
    expect(normalized).toEqual(cases);
  });

  it("knows parents, names and what lies inside", () => {
    expect([posixPath.parent("/a/b"), posixPath.parent("/a"), posixPath.parent("/")]).toEqual([
      "/a",
      "/",
      "/",
    ]);
    expect([posixPath.name("/a/b"), posixPath.name("/")]).toEqual(["b", ""]);
    expect([posixPath.join("/", "a"), posixPath.join("/a", "b")]).toEqual(["/a", "/a/b"]);
    expect([
      posixPath.contains("/a", "/a"),
      posixPath.contains("/a", "/a/b"),
      posixPath.contains("/a", "/ab"),
      posixPath.contains("/", "/x"),
    ]).toEqual([true, true, false, true]);
    expect([posixPath.below("/", "/a/b"), posixPath.below("/a", "/a/b")]).toEqual(["a/b", "b"]);
  });
});
