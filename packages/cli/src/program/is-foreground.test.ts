import { expect, it } from "vitest";
import { isForeground } from "./is-foreground.ts";

it.each([
  ["the group that holds the terminal", "7 (node) S 1 70 70 34816 70 0", true],
  ["a job in the background", "7 (node) S 1 70 60 34816 60 0", false],
  ["a process without a terminal", "7 (node) S 1 70 70 0 -1 0", true],
  ["a holder in another namespace", "7 (node) S 1 70 70 34816 0 0", true],
  ["a name with brackets and blanks", "7 (a) S 1 2 3 4 5) S 1 70 60 34816 60 0", false],
  ["something unreadable", "", true],
])("is told of %s", (_, stat, expected) => {
  expect(isForeground(() => stat)).toBe(expected);
});

it("is true where there is nothing to read", () => {
  const missing = (): never => {
    throw new TypeError("no such file");
  };
  expect(isForeground(missing)).toBe(true);
});
