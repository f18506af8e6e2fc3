import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { sameIndex } from "./same-index.ts";

function openRepository(format: string): {
  readonly write: (name: string, text: string) => void;
  readonly git: (...args: readonly string[]) => void;
  readonly index: () => Buffer;
  readonly touch: (name: string) => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-same-index-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) => void execFileSync("git", ["-C", folder, ...args]);
  git("init", "-q", `--object-format=${format}`);
  return {
    write: (name, text) => writeFileSync(join(folder, name), text),
    git,
    index: () => readFileSync(join(folder, ".git/index")),
    touch: (name) => utimesSync(join(folder, name), 1, 1),
  };
}

describe.each(["sha1", "sha256"])("sameIndex with %s", (format) => {
  it("passes over times, and sees another content, mode, name or stage", () => {
    const { write, git, index, touch } = openRepository(format);
    write("a", "1");
    write("b", "2");
    git("add", ".");
    const before = index();
    touch("a");
    git("update-index", "--refresh");
    expect(index().equals(before)).toBe(false);
    expect(sameIndex(before, index())).toBe(true);
    git("update-index", "--chmod=+x", "a");
    expect(sameIndex(before, index())).toBe(false);
    git("update-index", "--chmod=-x", "a");
    expect(sameIndex(before, index())).toBe(true);
    git("update-index", "--assume-unchanged", "a");
    expect(sameIndex(before, index())).toBe(false);
    git("update-index", "--no-assume-unchanged", "a");
    write("a", "3");
    git("add", "a");
    expect(sameIndex(before, index())).toBe(false);
    git("rm", "-q", "--cached", "b");
    expect(sameIndex(before, index())).toBe(false);
  });

  it("takes the same entries in another version for the same", () => {
    const { write, git, index } = openRepository(format);
    write("a", "1");
    write("ab", "2");
    git("add", ".");
    const before = index();
    git("update-index", "--index-version", "4");
    expect(sameIndex(before, index())).toBe(true);
  });

  it("compares nothing that is split over two files, or cut", () => {
    const { write, git, index } = openRepository(format);
    write("a", "1");
    git("add", ".");
    expect(sameIndex(index(), index().subarray(0, -1))).toBe(false);
    git("update-index", "--split-index");
    expect(sameIndex(index(), index())).toBe(false);
  });
});
