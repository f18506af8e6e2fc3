import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNames } from "./read-names.ts";

describe("readNames", () => {
  it("gives the same names whatever the chunks are, without those that are too long", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zäß☃]{0,9}$/)),
        fc.integer({ min: 1, max: 40 }),
        (names, size) => {
          const bytes = Buffer.from(names.map((name) => `${name}\0`).join(""));
          const seen: string[] = [];
          const reader = readNames({ maxBytes: 1_000, take: (name) => seen.push(name) > 0 });
          for (let at = 0; at < bytes.length; at += size)
            reader.push(bytes.subarray(at, at + size));
          expect(seen).toEqual(names);
        },
      ),
    );
  });

  it("leaves out one that is too long, in one piece or in many", () => {
    const bytes = Buffer.from("a\0much too long\0b\0");
    for (const size of [1, 2, 5, 100]) {
      const seen: string[] = [];
      const reader = readNames({ maxBytes: 5, take: (name) => seen.push(name) > 0 });
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      expect(seen).toEqual(["a", "b"]);
    }
  });

  it("stops when that was enough", () => {
    const seen: string[] = [];
    const reader = readNames({ maxBytes: 5, take: (name) => seen.push(name) < 2 });
    expect(reader.push(Buffer.from("a\0b\0c\0"))).toBe(false);
    expect(seen).toEqual(["a", "b"]);
  });

  it("decodes what is not valid as each name alone would be", () => {
    const seen: string[] = [];
    const reader = readNames({ maxBytes: 9, take: (name) => seen.push(name) > 0 });
    const broken = [0x61, 0xe2, 0x98, 0x00, 0xef, 0xbb, 0xbf, 0x62, 0x00];
    reader.push(Buffer.from(broken));
    expect(seen).toEqual(["a\ufffd", "\ufeffb"]);
  });
});
