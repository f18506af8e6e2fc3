import { describe, expect, it } from "vitest";
import type { Key } from "../../terminal/card/key-reader.ts";
import { lineOf, lineText } from "../../terminal/card/line-editor.ts";
import { editDraft, hasLine } from "./draft.ts";

const typed = (text: string, ...keys: readonly Key[]) =>
  keys.reduce((draft, key) => editDraft(draft, key), lineOf(text));

describe("what is typed in a chat", () => {
  it("keeps the lines of a paste and drops what is no text", () => {
    const draft = typed("", { name: "paste", text: "a\r\nb\u0007\tc" });
    expect(lineText(draft)).toBe("a\nb  c");
  });

  it("takes a line feed, and moves by lines with the column kept", () => {
    const draft = typed("one", { name: "newline" }, { name: "text", text: "t" });
    expect(lineText(draft)).toBe("one\nt");
    expect(typed("long line\nab", { name: "up" }).cursor).toBe(2);
    expect(editDraft({ ...lineOf("long line\nab"), cursor: 7 }, { name: "down" }).cursor).toBe(12);
  });

  it("goes to the ends of its line and takes the word before the cursor", () => {
    expect(typed("a\nbc", { name: "home" }).cursor).toBe(2);
    expect(editDraft({ ...lineOf("a\nbc"), cursor: 0 }, { name: "end" }).cursor).toBe(1);
    expect(lineText(typed("say it now  ", { name: "word" }))).toBe("say it ");
    expect(lineText(typed("a\nb", { name: "word" }))).toBe("a\n");
  });

  it("is bounded", () => {
    const draft = typed("", { name: "paste", text: "x".repeat(200_000) });
    expect(draft.characters).toHaveLength(100_000);
    expect(editDraft(draft, { name: "newline" }).characters).toHaveLength(100_000);
  });

  it("knows where the arrows mean the history", () => {
    expect(hasLine(lineOf("a\nb"), "above")).toBe(true);
    expect(hasLine(lineOf("a\nb"), "below")).toBe(false);
  });
});
