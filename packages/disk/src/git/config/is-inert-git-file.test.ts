import { expect, test } from "vitest";
import { isInertGitFile } from "./is-inert-git-file.ts";

const CORE = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n";
const CLONE = `${CORE}[remote "origin"]\n\turl = https://host.test/a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`;

test.each([
  ["config", CORE],
  ["config", CLONE],
  ["config", `${CORE}[user]\n\tname = Ada Lovelace\n\temail = ada@host.test\n`],
  ["config", `${CORE}[extensions]\n\tobjectformat = sha256\n`],
  ["info/exclude", "# git ls-files --others\n# *~\n"],
  ["hooks/pre-commit.sample", "#!/bin/sh\nexit 1\n"],
])("isInertGitFile knows what git writes: %s", (at, text) => {
  expect(isInertGitFile(at, () => text)).toBe(true);
});

test.each([
  ["config", `${CORE}\tfsmonitor = ./run.sh\n`],
  ["config", `${CORE}\thooksPath = hooks\n`],
  ["config", `${CORE}\tworktree = /elsewhere\n`],
  ["config", `${CORE}[include]\n\tpath = ../evil\n`],
  ["config", `${CORE}[alias]\n\tst = !sh run.sh\n`],
  ["config", `${CORE}[filter "x"]\n\tclean = ./run.sh\n`],
  ["config", `${CORE}[core]\n\tsshcommand = ./run.sh\n`],
  ["config", `${CORE}[remote "o"]\n\turl = ext::sh -c ./run.sh\n`],
  ["config", `${CORE}[remote "o"]\n\turl = --upload-pack\n`],
  ["config", `${CORE}[remote "o"]\n\tuploadpack = ./run.sh\n`],
  ["config", `${CORE}[core] pager = ./run.sh\n`],
  ["config", `${CORE}\tfilemode = true \\\n\tpager = ./run.sh\n`],
  ["config", `[core]\n\tfilemode = "true"\n`],
  ["config", `[core]\r\tpager = ./run.sh\n`],
  ["config", "\tfilemode = true\n"],
  ["config", `[constructor]\n\tname = x\n`],
  ["info/exclude", "*.log\n"],
  ["info/attributes", "# nothing\n"],
  ["hooks/pre-commit", ""],
  ["hooks/x/pre-commit.sample", ""],
  ["modules/a/config", CORE],
  ["config.worktree", CORE],
])("isInertGitFile takes nothing else: %s %j", (at, text) => {
  expect(isInertGitFile(at, () => text)).toBe(false);
});

test("isInertGitFile takes nothing that cannot be read", () => {
  expect(isInertGitFile("config", () => null)).toBe(false);
});
