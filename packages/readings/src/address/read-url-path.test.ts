import { describe, expect, it } from "vitest";
import { readUrlPath, readUrlPathPattern } from "./read-url-path.ts";

describe("readUrlPath", () => {
  it.each([
    ["/", "/"],
    ["/v1/users", "/v1/users"],
    ["/v1/users/", "/v1/users"],
    ["/%76%31/%41", "/v1/A"],
    ["/a%20b/%c3%a9", "/a%20b/%C3%A9"],
    ["/@scope/name", "/@scope/name"],
    ["/a.b/...c/.well-known", "/a.b/...c/.well-known"],
  ])("gives %s the one spelling %s", (text, read) => {
    expect(readUrlPath(text)).toBe(read);
  });

  it.each([
    ["no slash in front", "v1"],
    ["the form of a proxy", "http://a.test/v1"],
    ["nothing", ""],
    ["the star of OPTIONS", "*"],
    ["a dot segment", "/v1/../admin"],
    ["one that is a dot", "/v1/./admin"],
    ["one of three dots", "/v1/.../admin"],
    ["an encoded dot segment", "/v1/%2e%2e/admin"],
    ["half of one", "/v1/.%2E/admin"],
    ["an empty segment", "/v1//admin"],
    ["two slashes in front", "//evil.test/v1"],
    ["an encoded slash", "/v1%2f..%2fadmin"],
    ["an encoded backslash", "/v1%5cadmin"],
    ["a backslash", "/v1\\admin"],
    ["a parameter of a segment", "/v1/..;/admin"],
    ["an encoded semicolon", "/v1/..%3b/admin"],
    ["an escape of an escape", "/v1/%252e%252e/admin"],
    ["a broken escape", "/v1/%zz"],
    ["the end of one", "/v1/%2"],
    ["an encoded zero", "/v1%00/admin"],
    ["a query", "/v1?x=/admin"],
    ["an encoded query", "/v1%3fx"],
    ["a fragment", "/v1#x"],
    ["a space", "/v1 /admin"],
    ["a line", "/v1\r\nHost: b.test"],
    ["raw bytes", "/v1/é"],
    ["more than servers take", `/${"a".repeat(9_000)}`],
  ])("knows no meaning for %s", (_what, text) => {
    expect(readUrlPath(text)).toBe(null);
  });

  it("reads the path of a rule with its wildcards in the same spelling", () => {
    expect(readUrlPathPattern("/%76%31/**")).toBe("/v1/**");
    expect(readUrlPathPattern("/{a,b}/\\*")).toBe("/{a,b}/\\*");
    expect(readUrlPathPattern("/v1/../**")).toBe(null);
    expect(readUrlPathPattern("/v1\\x")).toBe(null);
  });
});
