import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commonGitFolder } from "./common-git-folder.ts";

describe("commonGitFolder", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-worktree-")));
  const at = (path: string) => join(base, path);
  const git = (...argv: string[]) =>
    spawnSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...argv], { cwd: base });
  beforeAll(() => {
    git("init", "-q", "repository");
    git("-C", "repository", "commit", "-q", "--allow-empty", "-m", "one");
    git("-C", "repository", "worktree", "add", "-q", at("tree"));
  });
  afterAll(() => rmSync(base, { recursive: true }));

  it("finds the folder that a worktree shares", () => {
    expect(commonGitFolder(at("tree"))).toBe(at("repository/.git"));
  });

  it("opens nothing for a repository or a plain folder", () => {
    expect(commonGitFolder(at("repository"))).toBeNull();
    expect(commonGitFolder(base)).toBeNull();
  });

  it("opens nothing for a .git file that nobody answers", () => {
    mkdirSync(at("private"));
    mkdirSync(at("forged"));
    for (const target of ["private", "repository/.git", "repository/.git/worktrees/tree"]) {
      writeFileSync(at("forged/.git"), `gitdir: ${at(target)}\n`);
      expect(commonGitFolder(at("forged"))).toBeNull();
    }
  });
});
