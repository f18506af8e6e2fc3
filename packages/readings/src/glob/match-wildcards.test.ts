import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchWildcards, type WildcardReading } from "./match-wildcards.ts";

/** Capitals are what a star does not take, so they must be written. */
const READING: WildcardReading<string, string> = {
  isStar: (element) => element === "*",
  accepts: (element, subject) =>
    element === subject || (element === "?" && subject === subject.toLowerCase()),
  starTakes: (subject) => subject === subject.toLowerCase(),
};

describe("matchWildcards", () => {
  it("agrees with trying every way, also where a star does not take everything", () => {
    const pattern = fc.array(fc.constantFrom("*", "?", "a", "b", "A"), { maxLength: 7 });
    const subject = fc.array(fc.constantFrom("a", "b", "A"), { maxLength: 8 });
    fc.assert(
      fc.property(pattern, subject, (elements, letters) => {
        expect(matchWildcards(elements, letters, READING)).toBe(tryEveryWay(elements, letters));
      }),
      { numRuns: 2_000 },
    );
  });

  it("asks about length times length elements at most", () => {
    let asked = 0;
    const counting: WildcardReading<string, string> = {
      isStar: (element) => element === "*",
      accepts: (element, subject) => {
        asked += 1;
        return element === subject;
      },
    };
    const pattern = [..."*a".repeat(100), "b"];
    const subject = Array.from({ length: 1_000 }, () => "a");
    expect(matchWildcards(pattern, subject, counting)).toBe(false);
    expect(asked).toBeLessThanOrEqual(pattern.length * subject.length);
  });
});

function tryEveryWay(pattern: readonly string[], subject: readonly string[]): boolean {
  const [element, ...rest] = pattern;
  const [letter, ...others] = subject;
  if (element === undefined) return letter === undefined;
  if (element === "*") {
    if (tryEveryWay(rest, subject)) return true;
    return letter !== undefined && letter !== "A" && tryEveryWay(pattern, others);
  }
  return letter !== undefined && READING.accepts(element, letter) && tryEveryWay(rest, others);
}
