import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMac } from "./create-mac.ts";

describe("a MAC", () => {
  it("is what RFC 4231 says it is", () => {
    expect(createMac(new Uint8Array(20).fill(0x0b))("Hi There")).toBe(
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    );
    const larger = "Test Using Larger Than Block-Size Key - Hash Key First";
    expect(createMac(new Uint8Array(131).fill(0xaa))(larger)).toBe(
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    );
  });

  it("is Node's own for any key and any texts, one after the other", () => {
    const keys = fc.uint8Array({ maxLength: 200 });
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 5 });
    fc.assert(
      fc.property(keys, texts, (key, given) => {
        const mac = createMac(key);
        for (const text of given)
          expect(mac(text)).toBe(createHmac("sha256", key).update(text).digest("hex"));
      }),
    );
  });

  it("stays with the key that it was given", () => {
    const key = new Uint8Array(32).fill(1);
    const mac = createMac(key);
    const before = mac("text");
    key.fill(2);
    expect(mac("text")).toBe(before);
  });
});
