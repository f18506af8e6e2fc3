import { describe, expect, it } from "vitest";
import { createPaint } from "../../terminal/paint.ts";
import { openPicker } from "../state/picker.ts";
import { pickerLines } from "./menu-lines.ts";

const paint = createPaint({ hasColour: false, isAscii: false });
const FAMILY = "👨\u200d👩\u200d👧";

describe("a list to choose from", () => {
  it("shows what is typed in twenty columns too", () => {
    const view = { paint, width: 19, workspace: null };
    const picker = { ...openPicker("prompt", [{ word: "hello", meaning: "" }]), query: "hel" };
    expect(pickerLines(picker, view)).toEqual(["> hel_", "  › hello"]);
    expect(pickerLines(picker, { ...view, width: 60 })[0]).toBe("Search what you said: hel_");
  });

  it("shows what was said as it was typed, each in one line, and escapes what others named", () => {
    const view = { paint, width: 60, workspace: null };
    const entries = [{ word: `a ${FAMILY}\nb\u200bc`, meaning: "" }];
    expect(pickerLines(openPicker("prompt", entries), view)[1]).toBe(`  › a ${FAMILY} b\\u{200b}c`);
    expect(pickerLines(openPicker("model", entries), view)[1]).toContain("\\u{200d}");
  });
});
