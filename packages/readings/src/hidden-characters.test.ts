import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  escapeHidden,
  escapeTyped,
  hasHidden,
  hasHiddenTyped,
  replaceHidden,
} from "./hidden-characters.ts";

const HIDDEN: Record<string, string> = {
  "a\u0000b": "a\\u{0}b",
  "a\tb": "a\\u{9}b",
  "a\nb": "a\\u{a}b",
  "a\u001b[8m": "a\\u{1b}[8m",
  "a\u009bb": "a\\u{9b}b",
  "a\u00a0b": "a\\u{a0}b",
  "a\u00adb": "a\\u{ad}b",
  "a\u034fb": "a\\u{34f}b",
  "a\u115fb": "a\\u{115f}b",
  "a\u180eb": "a\\u{180e}b",
  "a\u200bb": "a\\u{200b}b",
  "a\u2028b": "a\\u{2028}b",
  "a\u202eb": "a\\u{202e}b",
  "a\u3000b": "a\\u{3000}b",
  "a\u3164b": "a\\u{3164}b",
  "a\ufe0fb": "a\\u{fe0f}b",
  "1\ufe0f": "1\\u{fe0f}",
  "a\ufeffb": "a\\u{feff}b",
  "a\ud800b": "a\\u{d800}b",
  "a\ue000b": "a\\u{e000}b",
  "a\u{1d173}b": "a\\u{1d173}b",
  "a\u{e0041}b": "a\\u{e0041}b",
  "a\u0378b": "a\\u{378}b",
};

describe("hidden characters", () => {
  it("are written out, each of them", () => {
    const shown = Object.fromEntries(Object.keys(HIDDEN).map((text) => [text, escapeHidden(text)]));
    expect(shown).toEqual(HIDDEN);
    expect(Object.keys(HIDDEN).filter((text) => !hasHidden(text))).toEqual([]);
    expect(escapeHidden(`a${"\u0301".repeat(5)}`)).toBe(`a${"\u0301".repeat(3)}\\u{301}\\u{301}`);
    expect(replaceHidden("a\u{e0041}b", () => "?")).toBe("a?b");
  });

  it("are none of the letters that people write", () => {
    const texts = [
      "",
      "plain ~",
      "é",
      "e\u0301",
      "Ελλάδα",
      "हिन्दी",
      "ภาษาไทย",
      "עִבְרִית",
      "日本",
      "😀",
    ];
    expect(texts.filter((text) => escapeHidden(text) !== text || hasHidden(text))).toEqual([]);
  });

  it("may be tabs, line feeds and pictures where somebody types, and nothing else", () => {
    const typed = ["a\tb\nc", "\u2714\ufe0f done", "\u26a0\ufe0f", "1\ufe0f\u20e3"];
    expect(typed.filter(hasHiddenTyped)).toEqual([]);
    const others = Object.keys(HIDDEN).filter((text) => !/[\t\n]/.test(text));
    expect(others.filter((text) => !hasHiddenTyped(text))).toEqual([]);
  });

  it("stay a part of a picture in words that are shown to who typed them, and are written out elsewhere", () => {
    const pictures = ["👨\u200d👩\u200d👧", "👩🏽\u200d💻 a\nb", "❤\ufe0f\u200d🔥", "✔\ufe0f"];
    expect(pictures.map(escapeTyped)).toEqual(pictures);
    expect(escapeTyped("a\u200db 👨\u200dx \u200d👧")).toBe("a\\u{200d}b 👨\\u{200d}x \\u{200d}👧");
    // Counted among pictures, and not assigned.
    expect(escapeTyped("\u{1fae1}\u200d\u{1faff}")).toContain("\\u{200d}");
    const hidden = Object.entries(HIDDEN).filter(([text]) => !/[\t\n]/.test(text));
    for (const [text, written] of hidden) expect(escapeTyped(text)).toBe(written);
  });

  it("are gone after one pass, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = escapeHidden(text);
        expect(escapeHidden(once)).toBe(once);
        expect(hasHidden(once)).toBe(false);
        expect(hasHidden(text)).toBe(once !== text);
        if (hasHiddenTyped(text)) expect(hasHidden(text)).toBe(true);
      }),
    );
  });
});
