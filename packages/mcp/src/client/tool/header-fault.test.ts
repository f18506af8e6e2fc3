import { describe, expect, it } from "vitest";
import { describeHeaderFault } from "./header-fault.ts";

const schema = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const wish = (name: unknown, type = "string") => ({ type, "x-mcp-header": name });

describe("describeHeaderFault", () => {
  it.each([
    ["plain arguments", schema({ a: wish("A"), b: wish("B", "integer"), c: { type: "object" } })],
    ["an argument inside an argument", schema({ a: schema({ b: wish("B", "boolean") }) })],
    ["an argument called properties", schema({ properties: wish("A") })],
    ["no schema", null],
  ])("finds nothing wrong with %s", (_, given) => expect(describeHeaderFault(given)).toBeNull());

  it.each([
    ["no name", schema({ a: wish("") })],
    ["two words", schema({ a: wish("A B") })],
    ["a line end", schema({ a: wish("A\r\nSet-Cookie") })],
    ["a number", schema({ a: wish("A", "number") })],
    ["an object", schema({ a: wish("A", "object") })],
    ["one header twice", schema({ a: wish("A"), b: wish("a") })],
    ["the whole", { ...schema({}), ...wish("A") }],
    ["an item", schema({ a: { type: "array", items: wish("A") } })],
    ["a branch", schema({}, { oneOf: [schema({ a: wish("A") })] })],
    ["a definition", schema({}, { $defs: { a: wish("A") } })],
  ])("refuses a header mark at %s", (_, given) =>
    expect(describeHeaderFault(given)).not.toBeNull(),
  );
});
