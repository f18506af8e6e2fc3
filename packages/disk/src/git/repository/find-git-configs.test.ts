import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findGitConfigs, gitConfigsAt } from "./find-git-configs.ts";

const IDENTITY = ["-c", "user.name=a", "-c", "user.email=a@b.test"];

it("finds what git reads in a work tree: its own settings and those of the repository", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-configs-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const git = (...words: readonly string[]) =>
    execFileSync("git", [...IDENTITY, ...words], { cwd: base, stdio: "ignore" });
  git("init", "-q", "repository");
  git("-C", "repository", "commit", "-q", "--allow-empty", "-m", "first");
  git("-C", "repository", "worktree", "add", "-q", "../tree");
  const common = join(base, "repository/.git");
  const wanted = [join(common, "worktrees/tree/config.worktree"), join(common, "config")];
  expect(gitConfigsAt(join(base, "tree"))).toEqual(expect.arrayContaining(wanted));
  const named = findGitConfigs({ cwd: base, text: "git -C tree log" });
  expect(named).toEqual(expect.arrayContaining(wanted));
});

it("takes no long file for a pointer", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-configs-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, "other"));
  writeFileSync(join(base, ".git"), `gitdir: other\n${" ".repeat(5_000)}`);
  expect(gitConfigsAt(base)).toEqual([]);
});
