import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createResolveLink, linkDestination } from "./link-target.ts";

describe("createResolveLink", () => {
  it("writes every address as parsing does", () => {
    const resolve = createResolveLink({ url: "https://base.example/a/b", base: null });
    const piece = fc.constantFrom(
      ..."http:// https:// a b.example 1 .. . / // ? # % %2f A : @ : : 80 :443 \\ ( ) * - _ ~ ' | é".split(
        " ",
      ),
      " ",
    );
    const start = fc.constantFrom("", "/", "https://site.example/");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), start, (pieces, from) => {
        const address = `${from}${pieces.join("")}`;
        const parsed =
          address.trim() === "" ? null : URL.parse(address, "https://base.example/a/b");
        const kept = parsed !== null && /^(?:https?|mailto|tel|ftp):$/.test(parsed.protocol);
        expect(resolve(address)).toBe(kept ? parsed.href : null);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves what is relative alone where the page has no address", () => {
    const resolve = createResolveLink({ url: null, base: null });
    expect([resolve("a/b"), resolve("https://x.example"), resolve("data:,x")]).toEqual([
      "a/b",
      "https://x.example/",
      null,
    ]);
  });

  it("puts the site before an address from its top, and none where there is no site", () => {
    const at = (url: string) => createResolveLink({ url, base: null })("/a?b#c");
    expect(at("http://user:secret@x.example:81/p")).toBe("http://user:secret@x.example:81/a?b#c");
    expect(at("https://x.example:443/p")).toBe("https://x.example/a?b#c");
    expect(at("file:///tmp/p.html")).toBeNull();
  });

  it("takes no address that is longer than any link", () => {
    const resolve = createResolveLink({ url: null, base: null });
    expect(resolve(`https://x.example/${"a".repeat(3_000)}`)).toBeNull();
  });
});

describe("linkDestination", () => {
  it("puts brackets around what would end too early", () => {
    expect(linkDestination("https://x.example/a")).toBe("https://x.example/a");
    expect(linkDestination("https://x.example/a_(b)")).toBe("<https://x.example/a_(b)>");
    expect(linkDestination("a b<c>")).toBe("<a%20b%3Cc%3E>");
  });
});
