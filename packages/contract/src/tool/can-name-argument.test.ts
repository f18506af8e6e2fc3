import { describe, expect, it } from "vitest";
import { z } from "zod";
import { canNameArgument } from "./can-name-argument.ts";
import { defineTool } from "./define-tool.ts";

const text = { type: "string" } as const;
const path = { type: "object", properties: { path: text } } as const;

describe("canNameArgument", () => {
  it.each([
    ["a listed name", path, "path"],
    ["an object that lists nothing", { type: "object" }, "pth"],
    ["no schema at all", {}, "pth"],
    ["any value", true, "pth"],
    ["more properties", { ...path, additionalProperties: text }, "pth"],
    ["more properties of any kind", { ...path, additionalProperties: true }, "pth"],
    ["patterns of names", { ...path, patternProperties: { "^p": text } }, "pth"],
    ["a branch", { anyOf: [path, { properties: { url: text } }] }, "url"],
    ["a part", { ...path, allOf: [{ properties: { url: text } }] }, "url"],
    ["a condition", { ...path, if: {}, else: { properties: { url: text } } }, "url"],
    ["a reference", { $ref: "#/$defs/a", $defs: { a: path } }, "path"],
    ["a reference to elsewhere", { $ref: "https://a.test/s" }, "pth"],
    ["a reference by anchor", { $ref: "#a" }, "pth"],
    ["a schema that holds itself", { ...path, allOf: [{ $ref: "#" }] }, "path"],
    ["items", { properties: { edits: { type: "array", items: path } } }, "edits.*.path"],
    ["items of any kind", { properties: { edits: { type: "array" } } }, "edits.*.path"],
    ["a tuple", { properties: { pair: { prefixItems: [text, path] } } }, "pair.*.path"],
    ["a member", { properties: { from: path } }, "from.path"],
    ["one or many", { properties: { paths: { type: ["string", "array"], items: text } } }, "paths"],
  ])("may where the schema has %s", (_, schema, name) => {
    expect(canNameArgument(schema as never, name)).toBe(true);
  });

  it.each([
    ["lists others", path, "pth"],
    ["lists none", { type: "object", properties: {} }, "path"],
    ["is closed", { type: "object", additionalProperties: false }, "path"],
    ["forbids it", { properties: { path: false } }, "path"],
    ["has it in no branch", { anyOf: [path, { properties: { url: text } }] }, "pth"],
    ["refers to one without it", { $ref: "#/$defs/a", $defs: { a: path } }, "pth"],
    ["holds itself", { ...path, allOf: [{ $ref: "#" }] }, "pth"],
    ["has it in items", { properties: { edits: { type: "array", items: path } } }, "edits.path"],
    ["has another", { properties: { edits: { items: path, type: "array" } } }, "edits.*.pth"],
    ["has a text there", { properties: { from: text } }, "from.path"],
    ["knows only inherited names", { properties: {} }, "constructor"],
  ])("may not where it %s", (_, schema, name) => {
    expect(canNameArgument(schema as never, name)).toBe(false);
  });

  it("says yes of a schema that is too large to be looked through", () => {
    const parts = Array.from({ length: 3_000 }, () => ({ properties: {} }));
    expect(canNameArgument({ allOf: parts }, "path")).toBe(true);
  });
});

describe("a tool whose annotation names no parameter", () => {
  const reads = (more: object) => () =>
    defineTool({
      id: "reads",
      description: "Reads.",
      parameters: path,
      requires: {},
      execute: () => null,
      ...more,
    } as never);

  it("is refused by name", () => {
    expect(reads({ resources: { pth: "fs.read" } })).toThrow(
      'tool reads: resources names "pth", which the parameters do not have',
    );
    expect(reads({ resources: { path: { access: "shell", cwd: "dir" } } })).toThrow(
      'tool reads: resources.path.cwd names "dir", which the parameters do not have',
    );
  });

  it("is refused with a schema of a library too", () => {
    const parameters = z.object({ path: z.string() });
    expect(reads({ parameters, resources: { pth: "fs.read" } })).toThrow(/names "pth"/);
    expect(reads({ parameters, resources: { path: "fs.read" } })).not.toThrow();
  });

  it("is taken where the annotation has a default: then it always means that", () => {
    const tree = { access: "fs.read", tree: true, default: "." };
    expect(reads({ resources: { root: tree } })).not.toThrow();
    expect(reads({ resources: { root: [tree, "fs.write"] } })).toThrow(/names "root"/);
  });
});
