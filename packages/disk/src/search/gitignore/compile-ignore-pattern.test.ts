import { describe, expect, it } from "vitest";
import { compileIgnorePattern } from "./compile-ignore-pattern.ts";
import { parseIgnoreFile } from "./parse-ignore-file.ts";
import { readsAlike } from "./reads-alike.ts";

describe("compileIgnorePattern", () => {
  it("matches as git does", () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ["a/b", "a/b", true],
      ["*.o", "x.o", true],
      ["a/*", "a/b/c", false],
      ["a/**", "a/b/c", true],
      ["a/**", "a", false],
      ["**/b", "b", true],
      ["**/b", "ab", false],
      ["**/b", "a/x/b", true],
      ["a/**/b", "a/b", true],
      ["a/**/b", "a/x/y/b", true],
      ["a**b", "a/b", false],
      ["a**/b", "a/b", true],
      ["***/b", "x/y/b", true],
      ["a[!x]b", "a/b", false],
      ["a?b", "a/b", false],
      ["{a,b}", "a", false],
      ["{a,b}", "{a,b}", true],
      ["[[:digit:]]*", "9x", true],
      ["[[:nothing:]]", "n", false],
      ["[a", "[a", false],
      ["[]a]", "]", true],
      ["[a\\-c]", "b", false],
      ["[a\\-c]", "-", true],
      ["[+-9]", "/", false],
      ["\\*", "*", true],
      ["a\\", "a\\", false],
      ["\u00c3?", "\u00c3\u00a9", true],
    ];
    const wrong = cases.filter(
      ([pattern, text, expected]) => compileIgnorePattern(pattern)(text) !== expected,
    );
    expect(wrong).toEqual([]);
  });

  it("is never slow", () => {
    expect(compileIgnorePattern(`${"*a".repeat(500)}b`)("a".repeat(2_000))).toBe(false);
    expect(compileIgnorePattern(`${"**/a/".repeat(200)}b`)("a/".repeat(1_000))).toBe(false);
  });
});

describe("parseIgnoreFile", () => {
  it("reads lines: comments, exceptions, folders, spaces, escapes", () => {
    const rules = parseIgnoreFile(
      "# no\n\n!a\nb/\n/c\nd/e  \nf\\ \n\\#g\r\n\u00ef\u00bb\u00bfh\n",
    ).map(({ line, negated, directoryOnly, nameOnly }) => [line, negated, directoryOnly, nameOnly]);
    expect(rules).toEqual([
      ["!a", true, false, true],
      ["b/", false, true, true],
      ["/c", false, false, false],
      ["d/e", false, false, false],
      ["f\\ ", false, false, true],
      ["\\#g", false, false, true],
      ["\u00ef\u00bb\u00bfh", false, false, true],
    ]);
    expect(parseIgnoreFile("\u00ef\u00bb\u00bfh\n").map(({ line }) => line)).toEqual(["h"]);
  });
});

describe("readsAlike", () => {
  it("trusts the other program with what everybody writes", () => {
    const usual =
      "node_modules/ *.log .env* !.env.example /dist **/build a/**/b [Bb]in/ *.py[cod] \\#*\\# *~ docs/**";
    for (const line of usual.split(" ")) expect(readsAlike(line), line).toBe(true);
    const odd = "{a,b} [!a] [[:alpha:]] [a a** a//b ! / a\\/ [\\]] [+-9] ***".split(" ");
    for (const line of [...odd, "a ", "a\\ ", "a\rb"]) expect(readsAlike(line), line).toBe(false);
  });
});
