import { isConfigurationError } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePathPattern } from "./path-pattern.ts";

function matched(pattern: string, paths: readonly string[]): readonly string[] {
  const compiled = compilePathPattern(pattern);
  return paths.filter((path) => compiled.matches(path));
}

const PATHS = [
  "/",
  "/ws",
  "/ws-evil",
  "/ws-evil/a.ts",
  "/ws/a.ts",
  "/ws/A.TS",
  "/ws/ab.ts",
  "/ws/src",
  "/ws/src/a.ts",
  "/ws/src/deep/a.ts",
  "/ws/.env",
  "/ws/src/.env",
];

describe("compilePathPattern", () => {
  it.each([
    ["/ws", ["/ws"]],
    ["/ws/*", ["/ws/a.ts", "/ws/A.TS", "/ws/ab.ts", "/ws/src", "/ws/.env"]],
    ["/ws/?.ts", ["/ws/a.ts"]],
    ["/ws/*.ts", ["/ws/a.ts", "/ws/ab.ts"]],
    ["/ws/src/**", ["/ws/src", "/ws/src/a.ts", "/ws/src/deep/a.ts", "/ws/src/.env"]],
    ["/ws/src/", ["/ws/src", "/ws/src/a.ts", "/ws/src/deep/a.ts", "/ws/src/.env"]],
    ["/**/.env", ["/ws/.env", "/ws/src/.env"]],
    ["/ws/**/a.ts", ["/ws/a.ts", "/ws/src/a.ts", "/ws/src/deep/a.ts"]],
    ["/ws/**/deep/*.ts", ["/ws/src/deep/a.ts"]],
    ["/ws/{src,lib}/*.ts", ["/ws/src/a.ts"]],
    ["/ws/src{,/deep}/a.ts", ["/ws/src/a.ts", "/ws/src/deep/a.ts"]],
    ["/ws/{a,{ab,c}}.ts", ["/ws/a.ts", "/ws/ab.ts"]],
    ["/*", ["/ws", "/ws-evil"]],
    ["/**", PATHS],
    ["//ws/./src//a.ts", ["/ws/src/a.ts"]],
    ["", []],
  ])("reads %s as whole segments [R144]", (pattern, expected) => {
    expect(matched(pattern, PATHS)).toEqual(expected);
  });

  it("takes brackets and other signs of regular expressions as text", () => {
    expect(matched("/ws/[ab].ts", ["/ws/a.ts", "/ws/[ab].ts"])).toEqual(["/ws/[ab].ts"]);
    expect(matched("/ws/a.+(x|y)$", ["/ws/a.+(x|y)$", "/ws/aax"])).toEqual(["/ws/a.+(x|y)$"]);
  });

  it("reads ? as one character, not one code unit", () => {
    expect(matched("/ws/?", ["/ws/😀", "/ws/ab", "/ws/é"])).toEqual(["/ws/😀", "/ws/é"]);
  });

  it("takes an escaped sign as text, and any other backslash as a character", () => {
    expect(matched("/ws/\\*\\{x\\}", ["/ws/*{x}", "/ws/a{x}"])).toEqual(["/ws/*{x}"]);
    expect(matched("/ws/a\\b", ["/ws/a\\b", "/ws/ab"])).toEqual(["/ws/a\\b"]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."*?{},\\a[]!") }), (name) => {
        const path = `/ws/x${name}`;
        const pattern = compilePathPattern(escapeGlob(path));
        expect(pattern.literal).toBe(true);
        expect(pattern.matches(path)).toBe(true);
        expect(pattern.matches(`${path}a`)).toBe(false);
      }),
    );
  });

  it.each([
    ["ws/a", "not absolute"],
    ["/ws/../etc", "a .. segment"],
    ["/ws/{a,..}/b", "a .. segment"],
    ["/ws/{a", "unbalanced brace"],
    ["/ws/a}", "unbalanced brace"],
    ["/ws/{a}", "alternatives"],
    ["/ws/\0", "NUL"],
    [`/${"{a,b}".repeat(9)}`, "256 alternatives"],
  ])("refuses %j", (pattern, message) => {
    let thrown: unknown;
    try {
      compilePathPattern(pattern);
    } catch (error) {
      thrown = error;
    }
    expect(isConfigurationError(thrown)).toBe(true);
    expect(String(thrown)).toContain(message);
  });

  it("compares exactly for allowances and folded for restrictions", () => {
    const pattern = compilePathPattern("/ws/straße/Kelvin.env");
    expect(pattern.matches("/ws/straße/Kelvin.env")).toBe(true);
    expect(pattern.matches("/ws/straße/kelvin.env")).toBe(false);
    for (const path of [
      "/WS/STRASSE/\u212aELVIN.ENV",
      "/ws/strasse/kelvin.env",
      "/ws/ſtraſſe/kelvin.env",
    ])
      expect(pattern.matchesFolded(path)).toBe(true);
    expect(compilePathPattern("/ws/é").matchesFolded("/ws/e\u0301")).toBe(true);
    expect(compilePathPattern("/ws/e\u0301").matchesFolded("/ws/É")).toBe(true);
    expect(compilePathPattern("/ws/ΟΔΟΣ*").matchesFolded("/ws/οδος.txt")).toBe(true);
    expect(compilePathPattern("/ws/a?b").matchesFolded("/ws/aßb")).toBe(true);
  });

  it("lets no allowance match a path that is not resolved, and every restriction where it leads", () => {
    const pattern = compilePathPattern("/ws/**");
    for (const path of ["/etc/../ws/a", "/ws/./a", "/ws//a", "ws/a", "/ws/a/", "/ws/..", "/ws/\0"])
      expect(pattern.matches(path)).toBe(false);
    for (const root of ["/etc/../ws/a", "/ws/./a", "/ws//a", "ws/a", "/ws/a/", "/ws/\0"]) {
      expect(pattern.coversTree(root)).toBe(false);
      expect(pattern.reaches(root)).toBe(true);
    }
    expect(pattern.matchesFolded("/etc/../ws/a")).toBe(true);
    expect(pattern.matchesFolded("/ws/../etc")).toBe(false);
    expect(compilePathPattern("/ws/**").matches("/ws/..a/.b/...")).toBe(true);
  });

  it.each([
    ["/**", "/ws/src/**"],
    ["/ws/**", "/ws/src/**"],
    ["/ws/src/**", "/ws/src/*.ts"],
    ["/ws/src/*.ts", "/ws/src/a.ts"],
    ["/ws/src/**", "/ws/src"],
    ["/ws/**/a.ts", "/ws/x/**/a.ts"],
    ["/ws/**/*", "/ws/*/**"],
    ["/ws/*?", "/ws/?*"],
    ["/ws/*", "/ws/?*"],
    ["/ws/{a,b}/**", "/ws/b/x"],
    ["/ws/*", "/ws/{a,b}"],
  ])("%s covers %s", (wide, narrow) => {
    expect(compilePathPattern(wide).covers(compilePathPattern(narrow))).toBe(true);
  });

  it.each([
    ["/ws/src/*", "/ws/src/**"],
    ["/ws/*/a", "/ws/**/a"],
    ["/ws/?", "/ws/*"],
    ["/ws", "/ws-evil"],
    ["/ws/{a,b}", "/ws/*"],
    ["/ws/a/**", "/ws/A/x"],
    ["/ws/e*", "/ws/e\u0301"],
  ])("%s does not cover %s", (wide, narrow) => {
    expect(compilePathPattern(wide).covers(compilePathPattern(narrow))).toBe(false);
  });

  it("covers a tree only with its root and everything below", () => {
    const covers = (pattern: string, root: string) => compilePathPattern(pattern).coversTree(root);
    // A root is a place: its own stars and question marks are characters of its name.
    expect(covers("/ws/\\*/**", "/ws/*")).toBe(true);
    expect(covers("/ws/\\?/**", "/ws/?")).toBe(true);
    expect(covers("/ws/\\*/**", "/ws/a")).toBe(false);
    expect(covers("/ws/**", "/ws")).toBe(true);
    expect(covers("/ws/**", "/ws/src")).toBe(true);
    expect(covers("/**/src/**", "/ws/src/x")).toBe(true);
    expect(covers("/ws/*", "/ws")).toBe(false);
    expect(covers("/ws/src", "/ws/src")).toBe(false);
    expect(covers("/ws/src/**", "/ws")).toBe(false);
    expect(covers("/ws/a*/**", "/ws/a*")).toBe(true);
    expect(covers("/ws/\\*/**", "/ws/a")).toBe(false);
    expect(covers("/**", "/")).toBe(true);
    expect(covers("/WS/**", "/ws")).toBe(false);
    expect(compilePathPattern("/WS/**").coversTreeFolded("/ws")).toBe(true);
  });

  it("reaches a tree when something below could match", () => {
    const reaches = (pattern: string, root: string) => compilePathPattern(pattern).reaches(root);
    expect(reaches("/**/.env", "/ws")).toBe(true);
    expect(reaches("/ws/src/*.ts", "/ws")).toBe(true);
    expect(reaches("/WS/src/*.ts", "/ws/SRC")).toBe(true);
    expect(reaches("/ws/src/*.ts", "/ws/src/deep")).toBe(false);
    expect(reaches("/ws/src", "/ws/src")).toBe(true);
    expect(reaches("/ws/src", "/ws/src/x")).toBe(false);
    expect(reaches("/other/**", "/ws")).toBe(false);
    expect(reaches("/other/**", "/")).toBe(true);
  });

  it("comes to an end with patterns made to be slow", () => {
    const stars = compilePathPattern(`/${"*a".repeat(40)}*b`);
    const deep = compilePathPattern(`/${"**/a/".repeat(40)}b`);
    expect(stars.matches(`/${"a".repeat(4000)}`)).toBe(false);
    expect(deep.matches(`/${"a/".repeat(2000)}a`)).toBe(false);
    expect(deep.reaches(`/${"a/".repeat(2000)}a`)).toBe(true);
    expect(stars.covers(compilePathPattern(`/${"*a".repeat(400)}*c`))).toBe(false);
  });
});
