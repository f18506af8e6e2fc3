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
});
