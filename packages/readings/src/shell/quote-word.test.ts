import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteShell, quoteVisibly, quoteWord } from "./quote-word.ts";

describe("a word for a shell", () => {
  it.each([
    ["plain-word.ts", "plain-word.ts"],
    ["a@b:c=d,e+f%g/h_i", "a@b:c=d,e+f%g/h_i"],
    ["~", "'~'"],
    ["two words", "'two words'"],
    ["it's", `'it'\\''s'`],
    ["", "''"],
    ["two\nlines", "'two\nlines'"],
  ])("%j is written %s", (word, quoted) => {
    expect([quoteWord(word), quoteVisibly(word)]).toEqual([quoted, quoted]);
  });

  it.each([
    ["a\u001b]0;x\u0007'\\", "$'a\\U0000001b]0;x\\U00000007\\'\\\\'"],
    ["\u202e\u009b2J", "$'\\U0000202e\\U0000009b2J'"],
  ])("%j is shown as %s, and handed on as it is", (word, shown) => {
    expect([quoteVisibly(word), quoteWord(word)]).toEqual([shown, quoteShell(word)]);
  });

  it("holds nothing but quoted text between its quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (word) => {
        const read = quoteShell(word).slice(1, -1).split(`'\\''`);
        expect([read.join("'"), read.some((part) => part.includes("'"))]).toEqual([word, false]);
      }),
    );
  });
});
