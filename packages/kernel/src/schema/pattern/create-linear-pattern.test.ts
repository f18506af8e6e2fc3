import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLinearPattern } from "./create-linear-pattern.ts";

function test(source: string, text: string): boolean | string {
  const pattern = createLinearPattern(source);
  return pattern.ok ? pattern.test(text) : pattern.message;
}

const atoms = fc.constantFrom(
  "a",
  "b",
  "é",
  "😀",
  ".",
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "[a-c]",
  "[^a-c]",
  "[\\d_-]",
  "[^\\s]",
  "[\\S]",
  "[]",
  "[^]",
  "[[a]",
  "[😀-😂]",
  "\\/",
  "\\.",
  "\\n",
  "\\v",
  "\\cJ",
  "\\x41",
  "\\u0041",
  "\\u{1F600}",
  "\\ud83d\\ude00",
  "\\0",
  "[\\b]",
  "\\p{L}",
  "\\P{L}",
  "\\p{Letter}",
  "\\p{Lu}",
  "\\p{Script=Greek}",
  "[\\p{N}x]",
  "\\p{ASCII}",
  "\\P{ASCII}",
  "\\p{Any}",
);
const quantifiers = fc.constantFrom("", "", "*", "+", "?", "*?", "{2}", "{1,}", "{0,2}", "{1,2}?");
const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atoms, quantifiers).map((parts) => parts.join("")),
    fc.array(tie("pattern"), { maxLength: 3 }).map((parts) => parts.join("")),
    fc.array(tie("pattern"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|")),
    fc
      .tuple(fc.constantFrom("(", "(?:", "(?<n>"), tie("pattern"), quantifiers)
      .map(([open, inner, quantifier]) => `${open}${inner})${quantifier}`),
    tie("pattern").map((inner) => `^${inner}`),
    tie("pattern").map((inner) => `${inner}$`),
    tie("pattern").map((inner) => `\\b${inner}\\B`),
  ),
}));
const texts = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    "A",
    "1",
    "_",
    " ",
    "\n",
    "\u2028",
    "\u00a0",
    "\0",
    "é",
    "😀",
    "α",
    "/",
    ".",
  ),
  maxLength: 6,
});

describe("createLinearPattern", () => {
  it("answers as the JavaScript engine does, on every pattern both can run", () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 4, maxLength: 8 }), (source, tried) => {
        // The group name repeats inside nested groups, which JavaScript refuses.
        const native = new RegExp(source.replaceAll("(?<n>", "("), "u");
        // V8 finds \B between the halves of a surrogate pair, where ECMA-262 has no position at all.
        const fair = source.includes("\\B")
          ? tried.map((text) => text.replaceAll("😀", ""))
          : tried;
        expect(fair.map((text) => test(source, text))).toEqual(
          fair.map((text) => native.test(text)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("knows no place inside a character", () => {
    expect(["A😀a", "A😀", "😀a"].map((text) => test("\\B", text))).toEqual([false, true, true]);
  });

  it("refuses what cannot run in linear time, and what ECMA-262 does not know, by name", () => {
    const cases: readonly (readonly [source: string, message: string])[] = [
      ["(?=a)", "uses lookaround, which cannot be checked in linear time"],
      ["(?<!a)b", "uses lookaround, which cannot be checked in linear time"],
      ["(a)\\1", "uses a backreference, which cannot be checked in linear time"],
      ["(?<n>a)\\k<n>", "uses a backreference, which cannot be checked in linear time"],
      ["\\Aa\\Z", "uses \\A, which ECMA-262 does not know"],
      ["(?i)a", "has a group that ECMA-262 does not know, such as inline flags"],
      ["(a", "has a ( without its )"],
      ["a)", "has a ) without its ("],
      ["[a", "has a [ without its ]"],
      ["a**", "repeats a repeat"],
      ["*a", "has nothing to repeat before *"],
      ["[b-a]", "has a range that is out of order"],
      ["a{2,1}", "has a repeat whose bounds are out of order"],
      ["\\", "ends in a backslash"],
      ["\\u12", "has an incomplete \\x or \\u escape"],
      ["\\p{L", "has an incomplete \\p escape"],
      ["\\p{Nonsense}", "names a Unicode property that is not supported"],
      ["\\p{scx=Greek}", "uses the Unicode property scx, which is not supported"],
      ["(?:(?:a{100}){100}){100}", "is too large once its repeats are counted (5000 steps)"],
      [`${"(".repeat(200)}a${")".repeat(200)}`, "has more than 100 groups inside one another"],
      ["a".repeat(10_001), "is longer than 10000 characters"],
    ];
    expect(cases.map(([source]) => [source, test(source, "a")])).toEqual(cases);
  });

  it("repeats more often than RE2 does at once", () => {
    const pattern = "^a{1500,2500}$";
    const lengths = [1499, 1500, 2500, 2501];
    expect(lengths.map((length) => test(pattern, "a".repeat(length)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(test("^(?:ab?){1200,}$", "ab".repeat(1200))).toBe(true);
    expect(test("^(?:ab?){1200,}$", "ab".repeat(1199))).toBe(false);
  });

  it("takes a class with a long repeat apart into characters and a count", () => {
    const pattern = "^[a-z😀]{2,50000}$";
    const texts = ["a", "a😀", "aA", "😀".repeat(50_000), "a".repeat(50_001), "ab\n"];
    expect(texts.map((text) => test(pattern, text))).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(test("^.{1001,}$", "a".repeat(1000))).toBe(false);
    expect(test("^ab{1001}$", `a${"b".repeat(1001)}`)).toBe(true);
    expect(test("^\\n{1001}$", "\n".repeat(1001))).toBe(true);
  });

  it("reads braces and brackets that start nothing as themselves", () => {
    expect(test("^{a}]$", "{a}]")).toBe(true);
    expect(test("^a{,2}$", "a{,2}")).toBe(true);
  });
});
