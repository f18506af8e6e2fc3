import { describe, expect, it } from "vitest";
import { lineOf } from "../../terminal/card/line-editor.ts";
import { createPaint } from "../../terminal/paint.ts";
import { editDraft } from "../state/draft.ts";
import { draftLines } from "./draft-lines.ts";

describe("what is typed, on the screen", () => {
  it("says that there is more above and below what is shown", () => {
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n");
    const paint = createPaint({ hasColour: false, isAscii: false });
    const pasted = editDraft(lineOf(""), { name: "paste", text });
    expect(draftLines(pasted, { paint, width: 40 }).at(0)).toBe("↑ line 12");
    const shown = draftLines({ ...pasted, cursor: 0 }, { paint, width: 40 });
    expect([shown.at(0), shown.at(-1)]).toEqual(["> _line 0", "↓ line 7"]);
  });

  it("draws a picture of several signs as it is, and what hides as what it is", () => {
    const paint = createPaint({ hasColour: true, isAscii: false });
    const drawn = (text: string): string =>
      draftLines(lineOf(text), { paint, width: 60 }).join("\n").replace("\u001b[7m \u001b[27m", "");
    for (const picture of ["👨\u200d👩\u200d👧", "👩🏽\u200d💻", "❤\ufe0f\u200d🔥", "❤\ufe0f"])
      expect(drawn(`a ${picture} b`)).toBe(`> a ${picture} b`);
    expect(drawn("a\u200db")).toBe("> a\\u{200d}b");
    expect(drawn("👨\u200dx")).toBe("> 👨\\u{200d}x");
    expect(drawn("👨\u200d")).toBe("> 👨\\u{200d}");
  });
});
