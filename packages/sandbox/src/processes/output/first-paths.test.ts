import { expect, it } from "vitest";
import { firstPaths } from "./first-paths.ts";

it("keeps few paths as they are, and of many or long ones the first", () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `/ws/f${index}`);
  expect(firstPaths(many.slice(0, 3))).toEqual(many.slice(0, 3));
  expect(firstPaths(many)).toEqual(many.slice(0, 1_000));
  expect(firstPaths(many.map((path) => path.padEnd(4_000, "x"))).join("").length).toBe(200_000);
});
