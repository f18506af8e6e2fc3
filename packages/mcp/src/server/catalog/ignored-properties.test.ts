import { expect, it } from "vitest";
import { withoutIgnored } from "./ignored-properties.ts";

const params = { name: "read", arguments: { path: "a", wait_for_previous: true } };
const unknown = (): boolean => false;

it("takes out what a known client adds, and nothing of another client or of the tool's own", () => {
  const stripped = { name: "read", arguments: { path: "a" } };
  const client = "gemini-cli-mcp-client 0.0.1";
  expect(withoutIgnored(params, { client, known: unknown })).toEqual(stripped);
  expect(withoutIgnored(params, { client, known: () => true })).toBe(params);
  expect(withoutIgnored(params, { client: "other", known: unknown })).toBe(params);
  expect(withoutIgnored(params, { client: null, known: unknown })).toBe(params);
});
