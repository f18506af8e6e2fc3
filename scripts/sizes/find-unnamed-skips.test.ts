import { describe, expect, it } from "vitest";
import { findUnnamedSkips } from "./find-unnamed-skips.ts";

describe("findUnnamedSkips", () => {
  it("finds a test or a group whose title does not name its need", () => {
    const source = `it.skipIf(!has("git"))("reads", () => {});
describe.runIf(hasSandbox)("a command", () => {});
describe.runIf(a).each([["x (needs y)"]])("of %s", () => {});`;
    expect(findUnnamedSkips(source)).toEqual([1, 2, 3]);
  });

  it("passes titles that do, whatever stands between", () => {
    const source = `it.skipIf(!has("git"))("reads (needs git)", () => {});
describe.runIf(hasSandbox)(
  "commands (need bubblewrap)",
  () => {},
);
describe.skipIf(a).each([{ a: [1] }])("of %s (needs git)", () => {});
describe.skipIf(!runs)(\`a command \${name}\`, () => {});
it("runs everywhere, and knows skipIf( only as a word", () => {});`;
    expect(findUnnamedSkips(source)).toEqual([]);
  });
});
