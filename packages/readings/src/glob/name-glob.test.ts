import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNameGlob } from "./name-glob.ts";

/** True when a glob that can be read matches a name. */
function matches(glob: string, name: string): boolean {
  const read = readNameGlob(glob);
  if (!read.ok) expect.unreachable(`${glob} ${read.message}`);
  return read.value.test(name);
}

describe("readNameGlob", () => {
  it("reads wildcards, sets and escapes as shells do", () => {
    const cases: readonly (readonly [glob: string, yes: string, no: string])[] = [
      ["*", "a", ".a"],
      [".*", ".a", "a"],
      ["\\.a*", ".ab", "ab"],
      ["?", "😀", "ab"],
      ["[ab]", "b", "c"],
      ["[!ab]", "c", "a"],
      ["[^ab]", "c", "a"],
      ["[a-c]", "b", "-"],
      ["[a-]", "-", "b"],
      ["[]a]", "]", "b"],
      ["[!]a]", "b", "]"],
      ["[\\]a]", "]", "\\"],
      ["*.[ch]", "main.c", "main.o"],
      ["\\*", "*", "a"],
      ["a\\", "a\\", "a"],
      ["**a", "xa", "ab"],
    ];
    const wrong = cases.filter(([glob, yes, no]) => !matches(glob, yes) || matches(glob, no));
    expect(wrong).toEqual([]);
    expect(matches("[c-a]x*", "bx")).toBe(false);
  });

  it("does not read a set that is open, or that depends on the locale", () => {
    for (const glob of ["[a", "[]", "[!]", "a[", "[[:alpha:]]", "[[.a.]]", "[[=a=]]"])
      expect(readNameGlob(glob).ok, glob).toBe(false);
  });

  it("agrees with trying every way, and says its text when it has no wildcard", () => {
    const sign = fc.constantFrom("*", "?", "a", "b", "[ab]", "[!a]");
    const name = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 7 });
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 6 }), name, (glob, letters) => {
        expect(matches(glob.join(""), letters.join(""))).toBe(tryEveryWay(glob, letters));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readNameGlob(text.replace(/[*?[\\]/g, "\\$&"));
        expect(read.ok && read.value.text).toBe(text);
      }),
    );
  });

  it("costs length times length at most", { timeout: 60_000 }, () => {
    expect(matches(`${"*a".repeat(2_000)}b`, "a".repeat(5_000))).toBe(false);
    expect(matches(`${"*[ab]?".repeat(1_000)}c`, "a".repeat(5_000))).toBe(false);
  });
});

function tryEveryWay(glob: readonly string[], letters: readonly string[]): boolean {
  const [sign, ...rest] = glob;
  const [letter, ...others] = letters;
  if (sign === undefined) return letter === undefined;
  if (sign === "*")
    return tryEveryWay(rest, letters) || (letter !== undefined && tryEveryWay(glob, others));
  const sets: Record<string, string> = { "?": "abc", "[ab]": "ab", "[!a]": "bc" };
  return letter !== undefined && (sets[sign] ?? sign).includes(letter) && tryEveryWay(rest, others);
}
