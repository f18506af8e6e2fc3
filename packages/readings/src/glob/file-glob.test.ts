import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileGlob, readFileGlob } from "./file-glob.ts";

function compileGlob(pattern: string): FileGlob {
  const glob = readFileGlob(pattern);
  if (!glob.ok) expect.unreachable(`${pattern} ${glob.message}`);
  return glob.value;
}

describe("readFileGlob", () => {
  it("keeps stars within names and lets globstars cross them", () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ["*.ts", "a.ts", true],
      ["*.ts", "lib/a.ts", false],
      ["**/*.ts", "a.ts", true],
      ["**/*.ts", "lib/deep/a.ts", true],
      ["lib/**", "lib/deep/a.ts", true],
      ["lib/**", "library/a.ts", false],
      ["lib/**", "lib", false],
      ["lib/", "lib/a", true],
      ["**/x/**/y", "x/y", true],
      ["**/x/**/y", "a/x/b/x/c/y", true],
      ["**/x/**/y", "a/x/b", false],
      ["{a,b}.ts", "b.ts", true],
      ["{a,{b,c}}/{d,}e", "c/e", true],
      ["[ab].ts", "b.ts", true],
      ["[!ab].ts", "b.ts", false],
      ["[a-c]x", "bx", true],
      ["[]]", "]", true],
      ["a?c", "abc", true],
      ["a?c", "a😀c", true],
      ["😀*", "😀x", true],
      ["a.c", "abc", false],
      ["a+(b)", "a+(b)", true],
      ["\\*", "*", true],
      ["\\*", "x", false],
      ["\\{a\\}", "{a}", true],
      ["{a}.ts", "a.ts", true],
      ["[a-c]x", "-x", false],
      ["\\.env", ".env", true],
      ["**", ".env", false],
      ["**/*", "a/.b/c", false],
      ["*", ".env", false],
      [".*", ".env", true],
      ["**/.env", "a/.env", true],
      ["**/.env", ".a/.env", false],
      ["a**b", "axxb", true],
    ];
    const wrong = cases.filter(
      ([glob, path, expected]) => compileGlob(glob).matches(path) !== expected,
    );
    expect(wrong).toEqual([]);
  });

  it("refuses what is empty, unbalanced, absolute, or leads up, also in an alternative", () => {
    for (const glob of [
      "",
      "/",
      "{a",
      "a}",
      "[a",
      "/etc/*",
      "../x",
      "a/../b",
      "{a,/b}",
      "{a,..}/b",
    ])
      expect(readFileGlob(glob).ok, glob).toBe(false);
    expect(readFileGlob("/etc/*")).toEqual({
      ok: false,
      message: "is absolute: give its directory as path",
    });
  });

  it("says where matches lie, what they are called, and whether a hidden name is meant", () => {
    const said = (glob: string) => {
      const { prefix, hidden, lastNames } = compileGlob(glob);
      return { prefix, hidden, lastNames };
    };
    expect(said("src/lib/**/*.ts")).toEqual({
      prefix: "src/lib",
      hidden: false,
      lastNames: ["*.ts"],
    });
    expect(said(".env")).toEqual({ prefix: ".env", hidden: true, lastNames: [".env"] });
    expect(said("a\\*b/*.x").prefix).toBe("a*b");
    expect(said("{a,b}/*")).toEqual({ prefix: "", hidden: false, lastNames: [] });
  });

  it("finds every path that is written out, and is never slow", () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        const path = names.join("/");
        expect(compileGlob(path).matches(path)).toBe(true);
        expect(compileGlob(`**/${names.at(-1)}`).matches(path)).toBe(true);
        expect(compileGlob(names.map(() => "*").join("/")).matches(path)).toBe(true);
      }),
    );
    expect(compileGlob(`${"*a".repeat(1000)}b`).matches("a".repeat(200))).toBe(false);
    expect(compileGlob(`${"**/a/".repeat(500)}b`).matches("a/".repeat(200))).toBe(false);
  });
});
