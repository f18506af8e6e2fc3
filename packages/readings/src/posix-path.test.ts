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

  it("leaves names alone that only look like steps, and finds steps wherever they stand", () => {
    const kept = ["/.git/a", "/a/..b", "/a/...", "/a/b..", "/a/.b./c", "/a/ ", "/a\n"];
    expect(kept.map((text) => posixPath.normalize(text, "/ws"))).toEqual(kept);
    const parts = ["", ".", "..", "a", ".b", "..c", "..."];
    for (const first of parts) {
      for (const second of parts) {
        for (const third of parts) {
          const text = `/${first}/${second}/${third}`;
          const expected: string[] = [];
          for (const part of [first, second, third]) {
            if (part === "..") expected.pop();
            else if (part !== "" && part !== ".") expected.push(part);
          }
          expect([text, posixPath.normalize(text, "/ws")]).toEqual([
            text,
            `/${expected.join("/")}`,
          ]);
        }
      }
    }
    expect(posixPath.normalize("a", "ws")).toBe("/ws/a");
    expect(posixPath.normalize("a", "/")).toBe("/a");
  });

  it("knows parents, names and what lies inside", () => {
    expect([posixPath.parent("/a/b"), posixPath.parent("/a"), posixPath.parent("/")]).toEqual([
      "/a",
      "/",
      "/",
    ]);
    expect([posixPath.name("/a/b"), posixPath.name("/")]).toEqual(["b", ""]);
    expect([posixPath.join("/", "a"), posixPath.join("/a", "b")]).toEqual(["/a", "/a/b"]);
    expect([posixPath.below("/", "/a/b"), posixPath.below("/a", "/a/b")]).toEqual(["a/b", "b"]);
  });
});
