import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { gitLines } from "../lines/git-lines.ts";
import type { MergeLines } from "../lines/merge-lines.ts";
import { ownLines } from "../lines/own-lines.ts";
import { hasGit, runGit } from "../lines/run-git.fixture.ts";
import { answerHunks } from "./answer-hunks.ts";
import { MAX_MERGED_BYTES, mergeTexts } from "./merge-texts.ts";
import type { TextMerge } from "./text-merge.ts";

const folder = mkdtempSync(join(tmpdir(), "merge-texts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WAYS: readonly (readonly [string, MergeLines])[] = [
  ["without git", ownLines],
  ...(hasGit ? [["with git", gitLines({ run: runGit, folder })] as const] : []),
];

describe.each(WAYS)("a merge of texts %s", (_name, mergeLines) => {
  const merge = (sides: readonly [string, string, string], path = "a.txt"): Promise<TextMerge> =>
    mergeTexts(bytesOf(sides), { path, mergeLines });

  it("takes lines of both sides, and an end without a newline as it is", async () => {
    expect(shown(await merge(["a\nb\nc\nd\ne", "A\nb\nc\nd\ne", "a\nb\nc\nd\nE"]))).toBe(
      "A\nb\nc\nd\nE",
    );
  });

  it("keeps CRLF and a byte order mark", async () => {
    const base = "\uFEFFa\r\nb\r\nc\r\nd\r\ne\r\n";
    const merged = await merge([base, base.replace("b", "B"), base.replace("e", "E")]);
    expect(shown(merged)).toBe("\uFEFFa\r\nB\r\nc\r\nd\r\nE\r\n");
  });

  it("shows what both sides changed as hunks, which can be answered one by one", async () => {
    const merged = await merge([
      "1\na\n2\n3\n4\nb\n5",
      "0\n1\nours\n2\n3\n4\nmine\n5",
      "1\ntheirs\n2\n3\n4\nyours\n5",
    ]);
    if (merged.kind === "merged") throw new Error("merged");
    expect(merged.hunks).toEqual([
      { number: 1, line: 3, base: "a\n", ours: "ours\n", theirs: "theirs\n" },
      { number: 2, line: 7, base: "b\n", ours: "mine\n", theirs: "yours\n" },
    ]);
    const text = (answers: Parameters<typeof answerHunks>[1]): string =>
      Buffer.from(answerHunks(merged, answers)).toString();
    expect(text(["theirs", "ours"])).toBe("0\n1\ntheirs\n2\n3\n4\nmine\n5");
    expect(text(["base", { text: "typed" }])).toBe("0\n1\na\n2\n3\n4\ntyped\n5");
    expect(() => text(["ours"])).toThrow("2 hunks and 1 answers");
  });

  it("keeps a missing last newline in a hunk at the end", async () => {
    const merged = await merge(["1\na", "1\nb", "1\nc\n"]);
    if (merged.kind === "merged") throw new Error("merged");
    expect(merged.hunks).toEqual([{ number: 1, line: 2, base: "a", ours: "b", theirs: "c\n" }]);
    expect(Buffer.from(answerHunks(merged, ["ours"])).toString()).toBe("1\nb");
  });

  it("is not confused by texts that look like conflict markers", async () => {
    const marks = "<<<<<<< ours\na\n||||||| base\n=======\n>>>>>>> theirs\n";
    const base = `${marks}1\n2\n3\n${"<".repeat(30)} ours\nend\n`;
    const merged = await merge([base, base.replace("end", "x"), base.replace("end", "=======")]);
    if (merged.kind === "merged") throw new Error("merged");
    expect(merged.hunks).toEqual([
      { number: 1, line: 10, base: "end\n", ours: "x\n", theirs: "=======\n" },
    ]);
    expect(Buffer.from(answerHunks(merged, ["base"])).toString()).toBe(base);
  });

  it("keeps bytes that are no UTF-8", async () => {
    const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");
    const merged = await mergeTexts(
      {
        base: latin("ä\n1\n2\n3\nö"),
        ours: latin("äx\n1\n2\n3\nö"),
        theirs: latin("ä\n1\n2\n3\nöy"),
      },
      { path: "a.json", mergeLines },
    );
    expect(merged).toEqual({ kind: "merged", bytes: latin("äx\n1\n2\n3\nöy"), by: "lines" });
  });

  it("leaves no files behind", async () => {
    await merge(["a\n", "b\n", "c\n"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("takes the side that changed something, and the same change once", async () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "{\n", "}\n", "\n", "=======\n", "x"))
      .map((lines) => lines.join(""));
    await fc.assert(
      fc.asyncProperty(text, text, async (base, side) => {
        expect(shown(await merge([base, side, base], "a.json"))).toBe(side);
        expect(shown(await merge([base, base, side], "a.json"))).toBe(side);
        expect(shown(await merge([base, side, side], "a.json"))).toBe(side);
      }),
    );
  });

  it("conflicts alike whichever side is ours, and loses nothing of either", async () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "<<<<<<<\n"), { maxLength: 12 })
      .map((lines) => lines.join(""));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (base, ours, theirs) => {
        const one = await merge([base, ours, theirs]);
        const other = await merge([base, theirs, ours]);
        expect(other.kind).toBe(one.kind);
        if (one.kind === "merged" || other.kind === "merged") {
          expect(shown(other)).toBe(shown(one));
          return;
        }
        expect(other.hunks.map((hunk) => [hunk.base, hunk.theirs, hunk.ours])).toEqual(
          one.hunks.map((hunk) => [hunk.base, hunk.ours, hunk.theirs]),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("a merge of texts", () => {
  it("does not read binary files and large ones", async () => {
    const large = Buffer.alloc(MAX_MERGED_BYTES + 1, "a");
    const options = { path: "a", mergeLines: () => Promise.reject(new Error("read")) };
    const binary = await mergeTexts(bytesOf(["a", "b\0", "c"]), options);
    expect(binary).toMatchObject({ kind: "conflict", reason: "binary", hunks: [] });
    const sides = { ...bytesOf(["a", "b", "c"]), theirs: large };
    expect(await mergeTexts(sides, options)).toMatchObject({ reason: "too large", hunks: [] });
    expect(await mergeTexts({ ...sides, ours: sides.base }, options)).toMatchObject({ by: "side" });
  });

  it("merges lock files by their lines only, and names them where these conflict", async () => {
    const options = { path: "p.json", mergeLines: ownLines, isLockFile: true };
    const base = '{\n  "a": 1\n}\n';
    const sides = [base, '{\n  "a": 1,\n  "b": 1\n}\n', '{\n  "a": 1,\n  "c": 1\n}\n'] as const;
    expect(await mergeTexts(bytesOf(sides), options)).toMatchObject({ reason: "lock file" });
    expect(await mergeTexts(bytesOf(sides), { ...options, isLockFile: false })).toMatchObject({
      kind: "merged",
    });
  });

  it("gives up on lines that would take minutes to match", async () => {
    const many = (line: string): string => `${line}\n`.repeat(20_000);
    const sides = bytesOf([`${many("x")}b\n`, `a\n${many("x")}`, `${many("x")}c\n${many("x")}`]);
    expect(await mergeTexts(sides, { path: "a", mergeLines: ownLines })).toMatchObject({
      kind: "conflict",
    });
  });
});

function bytesOf([base, ours, theirs]: readonly [string, string, string]): {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
} {
  return { base: Buffer.from(base), ours: Buffer.from(ours), theirs: Buffer.from(theirs) };
}

function shown(merge: TextMerge): string {
  return merge.kind === "merged" ? Buffer.from(merge.bytes).toString() : "conflict";
}
