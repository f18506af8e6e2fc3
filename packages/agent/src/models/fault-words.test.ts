import { expect, it } from "vitest";
import { faultWords } from "./fault-words.ts";

it.each([
  [{ httpStatus: 500 }, "out of memory.", 'm answered 500: "out of memory".'],
  [
    { httpStatus: 401, keyVariable: "SOME_KEY" },
    "bad key",
    'm answered 401: it did not take the key in SOME_KEY. It said: "bad key".',
  ],
  [{ httpStatus: 200 }, "terminated", "m broke off its answer: terminated."],
  [{ httpStatus: 403 }, "no", 'm answered 403: it did not take the key. It said: "no".'],
  [{ isUnreachable: true }, "connection refused", "m cannot be reached: connection refused."],
  [{}, "the answer was\ncut off!", "m gave no answer: the answer was cut off."],
])("%o is said so that a person can act on it", (fault, said, words) => {
  expect(faultWords("m", fault, said)).toBe(words);
});

it("says no page of HTML", () => {
  expect(faultWords("m", { httpStatus: 502 }, "<p>".repeat(1_000)).length).toBeLessThan(350);
});
