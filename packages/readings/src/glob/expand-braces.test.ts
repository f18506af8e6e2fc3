import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandBraces, MAX_ALTERNATIVES } from "./expand-braces.ts";

describe("expandBraces", () => {
  it("gives every alternative in order, once", () => {
    const cases: Record<string, readonly string[]> = {
      "": [""],
      "a{b,c}d": ["abd", "acd"],
      "{a,{b,c}}/{d,}e": ["a/de", "a/e", "b/de", "b/e", "c/de", "c/e"],
      "{a,a}": ["a"],
      "a\\{b,c\\}": ["a\\{b,c\\}"],
      "{a\\,b,c}": ["a\\,b", "c"],
      "a,b": ["a,b"],
      "{,}": [""],
    };
    const read = Object.fromEntries(
      Object.keys(cases).map((text) => {
        const expanded = expandBraces(text);
        return [text, expanded.ok ? expanded.value : expanded.message];
      }),
    );
    expect(read).toEqual(cases);
  });

  it("says what is wrong", () => {
    const said = (text: string) => {
      const expanded = expandBraces(text);
      return expanded.ok ? "" : expanded.message;
    };
    expect(said("{a")).toBe("unbalanced brace");
    expect(said("a}")).toBe("unbalanced brace");
    expect(said("{a}")).toContain("braces hold alternatives");
    expect(said("{a,b}".repeat(9))).toBe("more than 256 alternatives");
    expect(said(`{${"a,".repeat(257)}b}`)).toBe("more than 256 alternatives");
    // Refused as soon as there are too many: to gather them first would take minutes.
    expect(said(`{${"a,".repeat(200_000)}b}`)).toBe("more than 256 alternatives");
    expect(said("{".repeat(100_000))).toBe("nests its braces too deeply");
    expect(expandBraces("{a}b", { takesLone: true })).toEqual({ ok: true, value: ["ab"] });
  });

  it("never gives more than its bound, and nothing for what is not balanced", () => {
    const signs = fc.array(fc.constantFrom("{", "}", ",", "a", "b", "\\"), { maxLength: 60 });
    fc.assert(
      fc.property(signs, (parts) => {
        const text = parts.join("");
        const expanded = expandBraces(text);
        if (!expanded.ok) return;
        expect(expanded.value.length).toBeLessThanOrEqual(MAX_ALTERNATIVES);
        expect(new Set(expanded.value).size).toBe(expanded.value.length);
        // A character that no backslash keeps is gone from every alternative.
        for (const each of expanded.value)
          expect(each.replace(/\\./gs, "").replaceAll("\\", "")).toMatch(/^[ab,]*$/);
      }),
    );
  });
});
