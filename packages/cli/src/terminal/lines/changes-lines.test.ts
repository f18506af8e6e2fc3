import type { ShownChange } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createPaint } from "../paint.ts";
import { changesLines } from "./changes-lines.ts";

const paint = createPaint({ hasColour: false, isAscii: false });
const diff = (lines: number): string =>
  `--- f\n+++ f\n@@ -0,0 +1,${lines} @@\n${"+x\n".repeat(lines)}`;
const change = (path: string, lines = 1): ShownChange => ({
  path,
  kind: "changed",
  added: lines,
  removed: 0,
  diff: diff(lines),
});

function drawn(
  changes: readonly ShownChange[],
  more: { names?: number; fold?: number; files?: number } = {},
) {
  const view = { paint, width: 79, workspace: "/w", names: 5, fold: 12, indent: 2, more: ": tab" };
  return changesLines(changes, { ...view, files: changes.length, ...more });
}

describe("the files that a call changed, in a terminal", () => {
  it("are each named, with their lines below", () => {
    expect(drawn([change("/w/src/a.ts"), change("/w/b.ts")])).toEqual([
      "  src/a.ts  +1 −0",
      "       1 + x",
      "  b.ts  +1 −0",
      "       1 + x",
    ]);
  });

  it("keep all their names when there is no room for the lines", () => {
    expect(drawn([change("/w/a", 40), change("/w/b", 3)], { fold: 1 })).toEqual([
      "  a  +40 −0",
      "       1 + x",
      "  b  +3 −0",
      "  42 more lines: tab",
    ]);
  });

  it("are counted past a number of names", () => {
    const many = Array.from({ length: 9 }, (_, at) => change(`/w/${at}`));
    expect(drawn(many, { names: 2, fold: 0, files: 50_000 })).toEqual([
      "  0  +1 −0",
      "  1  +1 −0",
      "  49,998 more files, 2 more lines: tab",
    ]);
  });

  it("say in words what has no lines, and hide nothing in a name", () => {
    const odd = {
      path: "/w/\u001b[31mx",
      kind: "created",
      added: 0,
      removed: 0,
      diff: "",
    } as const;
    expect(drawn([{ ...odd, note: "not text, 2 KB" }])).toEqual([
      "  \\u{1b}[31mx  new, not text, 2 KB",
    ]);
  });
});
