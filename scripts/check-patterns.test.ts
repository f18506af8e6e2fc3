import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { checkPatterns } from "./check-patterns.ts";
import { writeTree } from "./source/write-tree.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function failuresOf(text: string, path = "packages/kernel/src/a.ts"): readonly string[] {
  const root = writeTree({ [path]: text });
  roots.push(root);
  return checkPatterns(root, {}).failures;
}

describe("checkPatterns", () => {
  it("passes what is written out, also in parts", () => {
    const text = [
      'const DIGIT = "[0-9]";',
      'const ESC = "x";',
      "const PART = `${DIGIT}+`;",
      "const WHOLE = new RegExp(`^${PART}(?:\\\\.${PART})*$`, 'i');",
      'const MORE = new RegExp(["a", "b"].join("|"));',
      "const RAW = new RegExp(String.raw`\\d${ESC}`);",
      "const AGAIN = new RegExp(`${WHOLE.source}$`);",
      "export const isOne = (value: unknown, of: RegExp): boolean => value instanceof RegExp;",
      "export const all = [WHOLE, MORE, RAW, AGAIN];",
    ].join("\n");
    expect(failuresOf(text)).toEqual([]);
  });

  it.each([
    ["an argument", "export const f = (text: string) => new RegExp(text);"],
    ["without new", "export const f = (text: string) => RegExp(text, 'u');"],
    ["a template", "export const f = (name: string) => new RegExp(`^${name}$`);"],
    ["an escaped text", "export const f = (t: string) => new RegExp(escape(t) + '$');"],
    [
      "a name in capitals that is no literal",
      "const NAME = read();\nexport const E = new RegExp(NAME);",
    ],
    ["a name in capitals of another file", "import { NAME } from './b.ts';\nnew RegExp(NAME);"],
    ["a source that is not there", "export const E = new RegExp();"],
  ])("stops %s", (_, text) => {
    expect(failuresOf(text)).toEqual([
      expect.stringContaining("builds a RegExp from what it is given"),
    ]);
  });

  it("stops RegExp under another name", () => {
    expect(
      failuresOf("const Make = RegExp;\nexport const f = (t: string) => new Make(t);"),
    ).toEqual([expect.stringContaining("packages/kernel/src/a.ts:1 hands RegExp on")]);
  });

  it("leaves tests alone, and wants an excuse to be needed", () => {
    expect(failuresOf("new RegExp(process.argv[2]);", "packages/kernel/src/a.test.ts")).toEqual([]);
    const root = writeTree({ "packages/kernel/src/a.ts": "export const A = /a/;" });
    roots.push(root);
    expect(checkPatterns(root, { "packages/kernel/src/a.ts": "why" }).failures).toEqual([
      "packages/kernel/src/a.ts builds no expression any more: take it off the list",
    ]);
  });
});
