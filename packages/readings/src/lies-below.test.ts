import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBelow, isWithin } from "./lies-below.ts";
import { posixPath } from "./posix-path.ts";

describe("a path that lies below another", () => {
  it.each([
    ["/a", "/a", { within: true, below: false }],
    ["/a/b", "/a", { within: true, below: true }],
    ["/a/b/c", "/a", { within: true, below: true }],
    ["/ab", "/a", { within: false, below: false }],
    ["/", "/a", { within: false, below: false }],
    ["/b/a", "/a", { within: false, below: false }],
    ["/", "/", { within: true, below: false }],
    ["/a", "/", { within: true, below: true }],
    ["/a/..b", "/a", { within: true, below: true }],
    // The directory is not normal: with a slash at its end it holds nothing.
    ["/a/b", "/a/", { within: false, below: false }],
  ])("%s of %s", (path, directory, expected) => {
    expect({ within: isWithin(path, directory), below: isBelow(path, directory) }).toEqual(
      expected,
    );
  });

  it("is one whose way up meets it, as text and as bytes", () => {
    const name = fc.constantFrom("a", "ab", "é", "漢", "..a");
    const path = fc.array(name, { maxLength: 4 }).map((names) => `/${names.join("/")}`);
    const bytes = (text: string) => Buffer.from(text).toString("latin1");
    fc.assert(
      fc.property(path, path, (one, directory) => {
        const above: string[] = [];
        for (let at = one; at !== "/"; at = posixPath.parent(at)) above.push(posixPath.parent(at));
        expect(isBelow(one, directory)).toBe(above.includes(directory));
        expect(isWithin(one, directory)).toBe(one === directory || above.includes(directory));
        expect(isWithin(bytes(one), bytes(directory))).toBe(isWithin(one, directory));
      }),
    );
  });
});
