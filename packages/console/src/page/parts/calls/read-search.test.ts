import { expect, it } from "vitest";
import { callsPath, readSearch } from "./read-search.ts";

it.each([
  ["curl", {}, "curl"],
  ["path:src/** is:denied git push", { path: "src/**", verdict: "denied" }, "git push"],
  ['command:"git push" who:mia', { command: "git push", person: "mia" }, ""],
  ["https://api.example.com", {}, "https://api.example.com"],
  ["toString:1 constructor:x", {}, "toString:1 constructor:x"],
  ["tool: bash", {}, "tool: bash"],
])("reads %s", (text, filters, words) => {
  expect(readSearch(text)).toEqual({ filters, words });
});

it("has an address for it", () => {
  expect(callsPath(readSearch("100% path:a&b"))).toBe("/calls?q=100%25&path=a%26b");
  expect(callsPath(readSearch(" "))).toBe("/calls");
});
