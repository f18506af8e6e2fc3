import { describe, expect, it } from "vitest";
import { fragmentOf, resolveUri } from "./resolve-uri.ts";

describe("resolveUri", () => {
  it("resolves the examples of RFC 3986", () => {
    const base = "http://a/b/c/d;p?q";
    const cases: readonly (readonly [reference: string, target: string])[] = [
      ["g:h", "g:h"],
      ["g", "http://a/b/c/g"],
      ["./g", "http://a/b/c/g"],
      ["g/", "http://a/b/c/g/"],
      ["/g", "http://a/g"],
      ["//g", "http://g"],
      ["?y", "http://a/b/c/d;p?y"],
      ["g?y", "http://a/b/c/g?y"],
      ["#s", "http://a/b/c/d;p?q"],
      [";x", "http://a/b/c/;x"],
      ["", "http://a/b/c/d;p?q"],
      [".", "http://a/b/c/"],
      ["./", "http://a/b/c/"],
      ["..", "http://a/b/"],
      ["../g", "http://a/b/g"],
      ["../..", "http://a/"],
      ["../../../g", "http://a/g"],
      ["/./g", "http://a/g"],
      ["g.", "http://a/b/c/g."],
      ["..g", "http://a/b/c/..g"],
      ["./g/.", "http://a/b/c/g/"],
      ["g/../h", "http://a/b/c/h"],
    ];
    expect(cases.map(([reference]) => [reference, resolveUri(base, reference)])).toEqual(cases);
  });

  it("keeps names that are no addresses", () => {
    expect(resolveUri("urn:uuid:1", "#/a")).toBe("urn:uuid:1");
    expect(resolveUri("", "a.json")).toBe("a.json");
    expect(resolveUri("tag:x,2020:a", "urn:b")).toBe("urn:b");
  });

  it("decodes the fragment, as far as it is encoded well", () => {
    expect(["a", "a#", "#/a%22b", "#/%zz", "#x#y"].map(fragmentOf)).toEqual([
      "",
      "",
      '/a"b',
      "/%zz",
      "x#y",
    ]);
  });
});
