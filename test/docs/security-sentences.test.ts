/** Sentences of SECURITY.md that a test says it shows: each stands there, and the nine flaws of the third red team have one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "../../scripts/source/source-file.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECURITY = inOneLine(readFileSync(join(ROOT, "SECURITY.md"), "utf8"));

const FLAWS: Readonly<Record<string, string>> = {
  "what feeds a program": "what feeds a program is read by one reader whatever it comes from",
  "another name of a file": "what carries a label carries it under every name",
  "what a process destroys": "nothing that a contained command destroyed is lost",
  "rules that change": "what runs under rules ends when they do not let it run any more",
  "the record's edge": "what is altered in the record is found",
  "secrets in the store":
    "a registered secret lies in the store only where undo or a run that goes on needs it",
  "room on the disk": "all that a session's commands write takes so much of the disk and no more",
  "what runs by itself": "files that run by themselves are known by shape and ask at landing",
  "another protocol":
    "behind a request that asks for another protocol nothing follows before the server agreed",
};

const CITATION = /SECURITY\.md(?:, [^":]+)?: "([^"]+)"/g;

/** A comment's lines as one, a sentence that is quoted across them too. */
function inOneLine(text: string): string {
  return text.replace(/\n\s*(?:\*|\/\/) ?/g, " ").replace(/\s+/g, " ");
}

const cited = listSourceFiles(ROOT, { folders: ["packages", "test"], endings: [".ts"] })
  .filter(({ path }) => !import.meta.filename.endsWith(path))
  .flatMap(({ text }) => [...inOneLine(text).matchAll(CITATION)].map((match) => match[1] ?? ""));

describe("sentences of SECURITY.md", () => {
  it("stand there as tests cite them", () => {
    const page = SECURITY.toLowerCase();
    expect(cited.length).toBeGreaterThan(Object.keys(FLAWS).length);
    expect(cited.filter((sentence) => !page.includes(sentence.toLowerCase()))).toEqual([]);
  });

  it.each(Object.entries(FLAWS))("about %s are cited by a test that shows them", (_, sentence) => {
    expect(cited.some((each) => each.startsWith(sentence))).toBe(true);
  });
});
