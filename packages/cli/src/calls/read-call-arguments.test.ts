import { describe, expect, it } from "vitest";
import { readParameters } from "./parameter.ts";
import { readCallArguments } from "./read-call-arguments.ts";

const parameters = readParameters({
  type: "object",
  properties: {
    pattern: { type: "string" },
    path: { type: "string" },
    limit: { type: "integer" },
    ignore_case: { type: "boolean" },
    globs: { type: "array", items: { type: "string" } },
    filter: { type: "object" },
    mode: { enum: ["a", "b"] },
  },
  required: ["pattern"],
});
const read = (...typed: readonly string[]) => readCallArguments(typed, parameters);

describe("arguments from a command line", () => {
  it.each([
    [["x"], { pattern: "x" }],
    [["x", "src"], { pattern: "x", path: "src" }],
    [["--path", "src", "x"], { pattern: "x", path: "src" }],
    [["--pattern=a=b"], { pattern: "a=b" }],
    [["--pattern", "--limit"], { pattern: "--limit" }],
    [["x", "--limit", "-5"], { pattern: "x", limit: -5 }],
    [["x", "--ignore-case"], { pattern: "x", ignore_case: true }],
    [["x", "--no-ignore-case"], { pattern: "x", ignore_case: false }],
    [["x", "--ignore_case=false"], { pattern: "x", ignore_case: false }],
    [["x", "--globs", "a", "--globs", "b"], { pattern: "x", globs: ["a", "b"] }],
    [["x", "--globs", '["a","b"]'], { pattern: "x", globs: ["a", "b"] }],
    [["x", "--filter", '{"a":1}'], { pattern: "x", filter: { a: 1 } }],
    [["x", "--mode", "b"], { pattern: "x", mode: "b" }],
    [["--", "--limit"], { pattern: "--limit" }],
    [["12"], { pattern: "12" }],
    [["x", "--limit", "ten"], { pattern: "x", limit: "ten" }],
  ])("%j is %j", (typed, values) => {
    expect(read(...typed)).toEqual({ typed, values, unknown: [], extra: [], broken: [] });
  });

  it("tells what it could not place", () => {
    expect(read("x", "src", "more").extra).toEqual(["more"]);
    expect(read("--patern", "x").unknown).toEqual([{ typed: "--patern", value: "x" }]);
    expect(read("x", "--filter", "{").broken).toMatchObject([{ where: "--filter" }]);
    expect(read("x", "--limit").broken).toEqual([{ where: "--limit", reason: "needs a value." }]);
  });
});
