import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../digest/digest-of.ts";
import { inOrder, type Layout, layoutText } from "./row-layout.ts";

describe("a layout", () => {
  it("a layout is canonical whatever its members are", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true }), fc.anything(), (one, other) => {
        const layout: Layout = { plain: false };
        const laid = {
          a: inOrder(one, layout),
          b: undefined,
          c: { value: inOrder(other, layout) },
        };
        expect(layoutText(laid, layout)).toBe(canonicalJson({ a: one, c: { value: other } }));
      }),
    );
  });
});
