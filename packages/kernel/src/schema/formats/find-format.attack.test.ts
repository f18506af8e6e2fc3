import { describe, expect, it } from "vitest";
import { findFormat, formatNames } from "./find-format.ts";

describe("the formats under attack", () => {
  // Quadratic work on these would run into the test's own deadline. Each piece, a hundred thousand times, is the start of something some format looks for.
  const pieces = [
    "a",
    "a.",
    "a@",
    "1:",
    "%",
    "%41",
    "{a}",
    "{a,",
    "(",
    "\\",
    "P1",
    "1",
    "::",
    "[",
    "é",
    "/~0",
  ];

  it("settle every format on a text of hundreds of kilobytes", () => {
    for (const name of formatNames) {
      const format = findFormat(name);
      for (const piece of pieces) {
        const text = piece.repeat(100_000);
        const isSettled = format?.type !== "string" || typeof format.test(`${text}!`) === "boolean";
        expect(isSettled).toBe(true);
      }
    }
  });
});
