import type { JournalEntry } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { lastCall, lastOfEach, nextCall, nextOfEach } from "./choose-changes.ts";

/** `a1` is a change of a by call 1; `-` before it: taken back. */
function entries(text: string): readonly JournalEntry[] {
  return text.split(" ").map((word, index) => ({
    id: String(index),
    sessionId: "s",
    callId: word.at(-1) ?? "",
    atMs: index,
    path: word.replace("-", "").slice(0, -1),
    before: null,
    after: null,
    mode: null,
    undone: word.startsWith("-"),
  }));
}
const show = (chosen: readonly JournalEntry[]) =>
  chosen.map(({ path, callId }) => `${path}${callId}`).join(" ");

describe("which changes a call means", () => {
  it.each([
    ["a1 b2 a3", "a3", "a3 b2", "", ""],
    ["a1 b2 c2", "b2 c2", "a1 b2 c2", "", ""],
    ["a1 a2 -a3", "a2", "a2", "a3", "a3"],
    ["a1 -a2 -a3", "a1", "a1", "a2", "a2"],
    ["a1 -b2 -c2", "a1", "a1", "b2 c2", "b2 c2"],
    ["-a1 -b2", "", "", "a1", "a1 b2"],
    ["-a1 a2", "a2", "a2", "", ""],
    ["-a1 b2", "b2", "b2", "a1", "a1"],
  ])("%s", (text, undo, undoEach, redo, redoEach) => {
    const all = entries(text);
    expect([lastCall, lastOfEach, nextCall, nextOfEach].map((choose) => show(choose(all)))).toEqual(
      [undo, undoEach, redo, redoEach],
    );
  });
});
