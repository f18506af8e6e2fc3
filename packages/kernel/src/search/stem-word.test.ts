import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stemWord } from "./stem-word.ts";

describe("stemWord", () => {
  it.each([
    ["calculate calculator calculation calculations calculating", "calcul"],
    ["translate translator translation translated", "translat"],
    ["city cities", "citi"],
    ["file files filing", "file"],
    ["plan plans planned planning", "plan"],
    ["agreed agree", "agre"],
    ["controlling controlled control", "control"],
    ["relational relate", "relat"],
    ["hopefulness hopeful", "hope"],
    ["yes", "ye"],
  ])("makes one term of %s", (words, stem) => {
    expect(words.split(" ").map(stemWord)).toEqual(words.split(" ").map(() => stem));
  });

  // Porter's own examples, one for each step.
  it.each(
    Object.entries({
      caresses: "caress",
      ponies: "poni",
      ties: "ti",
      cats: "cat",
      feed: "feed",
      plastered: "plaster",
      bled: "bled",
      motoring: "motor",
      sing: "sing",
      conflated: "conflat",
      hissing: "hiss",
      fizzed: "fizz",
      failing: "fail",
      happy: "happi",
      sky: "sky",
      rational: "ration",
      digitizer: "digit",
      conformabli: "conform",
      vietnamization: "vietnam",
      sensibiliti: "sensibl",
      electricity: "electr",
      goodness: "good",
      allowance: "allow",
      adjustment: "adjust",
      adoption: "adopt",
      effective: "effect",
      probate: "probat",
      rate: "rate",
      cease: "ceas",
      roll: "roll",
    }),
  )("stems %s to %s", (word, stem) => {
    expect(stemWord(word)).toBe(stem);
  });

  it("leaves alone what is no plain word", () => {
    expect(["is", "42", "фаил", "x".repeat(50), ""].map(stemWord)).toEqual([
      "is",
      "42",
      "фаил",
      "x".repeat(50),
      "",
    ]);
  });

  it("gives some text that is not longer than the word by more than a letter, for any word", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,39}$/), (word) => {
        const stem = stemWord(word);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});
