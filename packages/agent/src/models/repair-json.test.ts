import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repairJson } from "./repair-json.ts";

describe("a call that is not JSON", () => {
  it.each([
    ['{"path": "a.txt",}', { path: "a.txt" }, "a comma too many"],
    ['{"list": [1, 2, ], }', { list: [1, 2] }, "a comma too many"],
    ['{"content": "one\ntwo"}', { content: "one\ntwo" }, "a line end inside a text"],
    ['```json\n{"path": "a"}\n```', { path: "a" }, "a fence around it"],
    ['{"edits": [{"a": 1}', { edits: [{ a: 1 }] }, "its end was missing"],
    ['{"a": "say \\"hi\\",}", }', { a: 'say "hi",}' }, "a comma too many"],
  ])("%s is mended, and the repair is named", (text, value, what) => {
    const mended = repairJson(text);
    expect(JSON.parse(mended?.text ?? "null")).toEqual(value);
    expect(mended?.what).toBe(what);
  });

  it.each(['{"path": "a', "path: a", "{'path': 'a'}", '{"a": 1]', "", "{]", '{"a" 1}'])(
    "%s could mean anything and is left alone",
    (text) => {
      expect(repairJson(text)).toBeNull();
    },
  );

  it("leaves JSON as it is", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(repairJson(text)).toBeNull();
      }),
    );
  });
});
