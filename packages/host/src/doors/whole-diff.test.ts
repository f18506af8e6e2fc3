import { createTwoFilesPatch } from "diff";
import { afterEach, describe, expect, it, vi } from "vitest";
import { showDiff } from "./show-diff.ts";
import { wholeDiff } from "./whole-diff.ts";

afterEach(() => vi.restoreAllMocks());

const HEADER = {
  headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
} as const;
const compared = (before: string, after: string): string =>
  createTwoFilesPatch("a", "b", before, after, undefined, undefined, HEADER);

describe("the diff of a file that is new or gone", () => {
  it.each(["", "\n", "one", "one\n", "one\ntwo", "one\r\ntwo\r\n", "\n\none\n\n", "+a\n-b\n"])(
    "is what comparing %j with nothing gives",
    (text) => {
      expect(`--- a\n+++ b\n${wholeDiff(text, "+")}`).toBe(compared("", text));
      expect(`--- a\n+++ b\n${wholeDiff(text, "-")}`).toBe(compared(text, ""));
    },
  );

  it("is shown however slow the machine is", async () => {
    const bytes = new TextEncoder().encode("one\ntwo\n");
    const sideOf = async (address: string | null) => (address === null ? null : bytes);
    let nowMs = 0;
    vi.spyOn(Date, "now").mockImplementation(() => {
      nowMs += 60_000;
      return nowMs;
    });
    const shown = (before: string | null, after: string | null) =>
      showDiff(sideOf, { path: "f", before, after });
    expect(await shown(null, "new")).toBe("--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+one\n+two\n");
    expect(await shown("old", null)).toBe("--- f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n");
  });
});
