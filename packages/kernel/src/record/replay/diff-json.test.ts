import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffJson } from "./diff-json.ts";

describe("diffJson", () => {
  it("says where two values differ and what they hold there", () => {
    expect(
      diffJson(
        { a: 1, list: [1, 2, { b: true }], gone: null, kind: [] },
        { a: 2, list: [1, 3, { b: true }], come: "x", kind: {} },
      ),
    ).toEqual([
      { path: "a", recorded: 1, replayed: 2 },
      { path: "list.1", recorded: 2, replayed: 3 },
      { path: "gone", recorded: null, replayed: undefined },
      { path: "kind", recorded: [], replayed: {} },
      { path: "come", recorded: undefined, replayed: "x" },
    ]);
    expect(diffJson(1, "1")).toEqual([{ path: "", recorded: 1, replayed: "1" }]);
  });

  it("finds nothing in what is the same, however its members are ordered", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as never;
        expect(diffJson(value as never, copy)).toEqual([]);
      }),
    );
    expect(diffJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  });

  it("reports at most twenty differences", () => {
    expect(diffJson(Array(50).fill(0), Array(50).fill(1))).toHaveLength(20);
  });
});
