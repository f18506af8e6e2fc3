import { expect, it } from "vitest";
import { paramHeaderFault } from "./param-headers.ts";

const schema = {
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    count: { type: "integer", "x-mcp-header": "Count" },
    inner: { type: "object", properties: { zone: { type: "string", "x-mcp-header": "Zone" } } },
    free: { type: "string" },
  },
};
const fault = (given: object, headers: Record<string, string> = {}): string | null =>
  paramHeaderFault(schema, { given, headers: new Headers(headers) });

it("takes headers that equal the arguments, plain or in Base64", () => {
  expect(fault({ free: "x" })).toBe(null);
  expect(fault({ region: "a" }, { "Mcp-Param-Region": "a" })).toBe(null);
  expect(fault({ region: "Hello" }, { "Mcp-Param-Region": "=?base64?SGVsbG8=?=" })).toBe(null);
  expect(fault({ region: "SGVsbG8=" }, { "Mcp-Param-Region": "SGVsbG8=" })).toBe(null);
  expect(fault({ count: 42 }, { "Mcp-Param-Count": "42.0" })).toBe(null);
  expect(fault({ inner: { zone: "z" } }, { "Mcp-Param-Zone": "z" })).toBe(null);
  expect(fault({ region: null }, { "Mcp-Param-Region": "whatever" })).toBe(null);
});

it.each([
  ["is missing", { region: "a" }, {}],
  ["is missing", { inner: { zone: "z" } }, {}],
  ["something else", { region: "a" }, { "Mcp-Param-Region": "b" }],
  ["something else", { count: 0 }, { "Mcp-Param-Count": "" }],
  ["not valid Base64", { region: "Hello" }, { "Mcp-Param-Region": "=?base64?SGVsbG8?=" }],
  ["not valid Base64", { region: "Hello" }, { "Mcp-Param-Region": "=?base64?SGVs!!!bG8=?=" }],
  ["not valid Base64", { region: "?" }, { "Mcp-Param-Region": "=?base64?/w==?=" }],
])("refuses a header that %s", (why, given, headers) => {
  expect(fault(given, headers as Record<string, string>)).toContain(why);
});
