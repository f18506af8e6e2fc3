import { describe, expect, it } from "vitest";
import { ownLines } from "../lines/own-lines.ts";
import { findCaseClashes } from "./find-case-clashes.ts";
import { mergePath } from "./merge-path.ts";
import type { PathMerge } from "./path-merge.ts";
import type { PathSide } from "./path-side.ts";

const ABSENT: PathSide = { kind: "absent" };
const FOLDER: PathSide = { kind: "directory" };
const file = (text: string, isExecutable = false): PathSide => ({
  kind: "file",
  bytes: Buffer.from(text),
  isExecutable,
});
const large = (digest: string, isExecutable = false): PathSide => ({
  kind: "large",
  digest,
  isExecutable,
});
const link = (target: string): PathSide => ({ kind: "link", target });
const submodule = (commit: string): PathSide => ({ kind: "submodule", commit });

const merge = (base: PathSide, ours: PathSide, theirs: PathSide): Promise<PathMerge> =>
  mergePath({ base, ours, theirs }, { path: "a.txt", mergeLines: ownLines });

const LINES = "1\n2\n3\n4\n5\n";

describe("a path", () => {
  it.each<readonly [string, PathSide, PathSide, PathSide]>([
    ["a new file", ABSENT, file("a"), file("a")],
    ["a deletion", file("a"), ABSENT, file("a")],
    ["a deletion on both sides", file("a"), ABSENT, ABSENT],
    ["a link", link("a"), link("b"), link("a")],
    ["a file that became a folder", file("a"), FOLDER, file("a")],
    ["a file that became a link", file("a"), link("b"), file("a")],
    ["another commit of a submodule", submodule("1"), submodule("2"), submodule("1")],
    ["a binary file", file("a\0"), file("b\0"), file("a\0")],
    ["a large file", large("1"), large("2"), large("1")],
    ["a file that grew large", file("a"), large("2"), file("a")],
    ["a mode", file("a"), file("a", true), file("a")],
  ])("takes %s from the side that made it", async (_name, base, ours, theirs) => {
    expect(await merge(base, ours, theirs)).toEqual({ kind: "merged", result: ours, by: "side" });
    expect(await merge(base, theirs, ours)).toEqual({ kind: "merged", result: ours, by: "side" });
  });

  it("merges the executable bit apart from the content", async () => {
    const edited = LINES.replace("1", "one");
    expect(await merge(file(LINES), file(LINES, true), file(edited))).toEqual({
      kind: "merged",
      result: file(edited, true),
      by: "side",
    });
    expect(
      await merge(file(LINES, true), file(edited, false), file(LINES.replace("5", "five"), true)),
    ).toEqual({ kind: "merged", result: file("one\n2\n3\n4\nfive\n", false), by: "lines" });
    expect(await merge(large("1"), large("1", true), large("2"))).toEqual({
      kind: "merged",
      result: large("2", true),
      by: "side",
    });
  });

  it.each<readonly [string, PathSide, PathSide, PathSide]>([
    ["deleted and edited", file("a"), ABSENT, file("b")],
    ["deleted and edited", file("a"), ABSENT, file("a", true)],
    ["added on both sides", ABSENT, file("a"), file("b")],
    ["added on both sides", ABSENT, file(""), file("b")],
    ["mode", ABSENT, file("a"), file("a", true)],
    ["edited on both sides", file("a"), file("b"), file("c")],
    ["binary", file("a"), file("b\0"), file("c")],
    ["too large", large("1"), large("2"), large("3")],
    ["too large", file("a"), file("b"), large("3")],
    ["too large", large("1"), file("b"), file("c")],
    ["link", link("a"), link("b"), link("c")],
    ["different kinds", file("a"), link("b"), file("c")],
    ["different kinds", link("a"), file("b"), file("c")],
    ["different kinds", ABSENT, FOLDER, file("c")],
    ["different kinds", file("a"), FOLDER, file("c")],
    ["submodule", submodule("1"), submodule("2"), submodule("3")],
    ["submodule", file("a"), submodule("2"), file("c")],
  ])("is a conflict: %s", async (reason, base, ours, theirs) => {
    expect(await merge(base, ours, theirs)).toMatchObject({ kind: "conflict", reason });
    expect(await merge(base, theirs, ours)).toMatchObject({ kind: "conflict", reason });
  });

  it("gives the hunks of a text with the mode that an answer will have", async () => {
    expect(await merge(file("a\n"), file("b\n", true), file("c\n"))).toMatchObject({
      isExecutable: true,
      text: { hunks: [{ number: 1, line: 1, base: "a\n", ours: "b\n", theirs: "c\n" }] },
    });
  });
});

describe("paths that differ in letter case only", () => {
  it("are a conflict when somebody made one of them", () => {
    const base = ["README.md", "Makefile", "makefile"];
    expect(
      findCaseClashes({
        base,
        ours: ["Makefile", "makefile", "ReadMe.md", "docs/Ü.md"],
        theirs: ["Makefile", "makefile", "readme.md", "docs/U\u0308.md"],
      }),
    ).toEqual([
      ["ReadMe.md", "readme.md"],
      ["docs/U\u0308.md", "docs/Ü.md"],
    ]);
  });

  it("are none when one side renamed the file and the other left it", () => {
    expect(
      findCaseClashes({ base: ["README.md"], ours: ["readme.md"], theirs: ["README.md"] }),
    ).toEqual([]);
  });
});
