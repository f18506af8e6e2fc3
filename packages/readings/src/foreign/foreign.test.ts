import { describe, expect, it } from "vitest";
import { escapeHidden, escapeLines } from "../hidden-characters.ts";
import { showHidden, showOnLine } from "./show-hidden.ts";
import { stripHidden, stripToLine } from "./strip-hidden.ts";
import { stripMarkup } from "./strip-markup.ts";

/** One text, by every policy: what is removed by one is written out by another. */
const TEXT = "a\u200bb\u00a0c\r\nd\t<b>e</b>\u001b[0m";

describe("a stranger's text", () => {
  it("is read by the policy that is named", () => {
    expect({
      stripHidden: stripHidden(TEXT),
      stripToLine: stripToLine(TEXT),
      stripMarkup: stripMarkup(TEXT, 100),
      showHidden: showHidden(TEXT),
      showOnLine: showOnLine(TEXT, 100),
      escapeLines: escapeLines(TEXT),
      escapeHidden: escapeHidden(TEXT),
    }).toEqual({
      stripHidden: { text: "ab c\nd\t<b>e</b>[0m", removed: 2 },
      stripToLine: "ab c d <b>e</b>[0m",
      stripMarkup: "abc d e[0m",
      showHidden: "a\\u{200b}b c\nd\t<b>e</b>\\u{1b}[0m",
      showOnLine: "a\\u{200b}b c d <b>e</b>\\u{1b}[0m",
      escapeLines: "a\\u{200b}b\\u{a0}c\nd\t<b>e</b>\\u{1b}[0m",
      escapeHidden: "a\\u{200b}b\\u{a0}c\\u{d}\\u{a}d\\u{9}<b>e</b>\\u{1b}[0m",
    });
  });
});
