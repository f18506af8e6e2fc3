import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitEnvironment } from "./git-environment.ts";

const hasGit: boolean = spawnSync("git", ["--version"]).status === 0;

describe.skipIf(!hasGit)("git with a hostile repository (needs git)", () => {
  let root = "";
  let repository = "";
  let planted = "";
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-git-")));
    repository = join(root, "repository");
    mkdirSync(repository);
    planted = join(root, "planted");
    const evil = join(root, "evil");
    writeFileSync(evil, `#!/bin/sh\ntouch ${planted}\n`);
    chmodSync(evil, 0o755);
    plain(["init", "-q", "-b", "main"]);
    writeFileSync(join(repository, "file.txt"), "one\n");
    plain(["add", "-A"]);
    plain(["commit", "-q", "-m", "first"]);
    writeFileSync(join(repository, "file.txt"), "two\n");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const base = (): Record<string, string> => ({
    PATH: process.env.PATH ?? "",
    HOME: root,
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.com",
  });
  function plain(args: readonly string[], cwd = repository): string {
    return execFileSync("git", args, { cwd, env: base(), encoding: "utf8", stdio: "pipe" });
  }
  /** As a command of ours runs it. */
  function guarded(
    shell: string,
    cwd = repository,
  ): { readonly status: number; readonly text: string } {
    const env = { ...base(), ...gitEnvironment({ cwd, text: shell, home: root }) };
    const done = spawnSync("bash", ["-c", shell], {
      cwd,
      env,
      encoding: "utf8",
      input: "",
      timeout: 100_000,
    });
    return { status: done.status ?? -1, text: done.stdout + done.stderr };
  }
  function unguarded(shell: string, cwd = repository): void {
    spawnSync("bash", ["-c", shell], { cwd, env: base(), stdio: "ignore", timeout: 100_000 });
  }
  const evil = (): string => join(root, "evil");
  const append = (text: string, file = ".git/config"): void => {
    writeFileSync(join(repository, file), `${text}\n`, { flag: "a" });
  };
  const attributes = (line: string): void =>
    writeFileSync(join(repository, ".gitattributes"), line);

  const VECTORS: readonly {
    readonly name: string;
    readonly plant: () => void;
    readonly command: string;
  }[] = [
    {
      name: "core.fsmonitor",
      plant: () => append(`[core]\n\tfsmonitor = ${evil()}`),
      command: "git status",
    },
    {
      name: "a hook",
      plant: () => {
        writeFileSync(join(repository, ".git/hooks/pre-commit"), `#!/bin/sh\ntouch ${planted}\n`);
        chmodSync(join(repository, ".git/hooks/pre-commit"), 0o755);
      },
      command: "git commit -qam second",
    },
    {
      name: "core.hooksPath",
      plant: () => {
        mkdirSync(join(root, "hooks"));
        execFileSync("cp", [evil(), join(root, "hooks/pre-commit")]);
        append(`[core]\n\thooksPath = ${join(root, "hooks")}`);
      },
      command: "git commit -qam second",
    },
    {
      name: "diff.external",
      plant: () => append(`[diff]\n\texternal = ${evil()}`),
      command: "git diff",
    },
    {
      name: "a diff driver's command",
      plant: () => {
        attributes("*.txt diff=x\n");
        append(`[diff "x"]\n\tcommand = ${evil()}`);
      },
      command: "git diff",
    },
    {
      name: "a text conversion",
      plant: () => {
        attributes("*.txt diff=x\n");
        append(`[diff "x"]\n\ttextconv = ${evil()}`);
      },
      command: "git diff; git log -p",
    },
    {
      name: "a clean filter",
      plant: () => {
        attributes("*.txt filter=x\n");
        append(`[filter "x"]\n\tclean = ${evil()}\n\trequired = true`);
      },
      command: "git add file.txt",
    },
    {
      name: "a filter process",
      plant: () => {
        attributes("*.txt filter=x\n");
        append(`[filter "x"]\n\tprocess = ${evil()}\n\trequired = true`);
      },
      command: "git add file.txt",
    },
    {
      name: "a smudge filter in a file that the configuration includes",
      plant: () => {
        attributes("*.txt filter=x\n");
        append(`[filter "x"]\n\tsmudge = ${evil()}`, "innocent.cfg");
        append("[include]\n\tpath = ../innocent.cfg");
      },
      command: "git checkout -f file.txt",
    },
    {
      name: "a filter behind a comment that ends in a backslash",
      plant: () => {
        attributes("*.txt filter=x\n");
        append(`# nothing to see \\\n[filter "x"] # here \\\nclean = ${evil()}`);
      },
      command: "git add file.txt",
    },
    {
      name: "a filter whose name is no text",
      plant: () => {
        const name = Buffer.from([0xff]).toString("latin1");
        writeFileSync(join(repository, ".gitattributes"), `*.txt filter=${name}\n`, "latin1");
        writeFileSync(
          join(repository, ".git/config"),
          `[filter "${name}"]\n\tclean = ${evil()}\n`,
          { flag: "a", encoding: "latin1" },
        );
      },
      command: "git add file.txt",
    },
    {
      name: "a filter whose name a NUL ends",
      plant: () => {
        attributes("*.txt filter=x\n");
        append(`[filter "x.clean\0"]\n\ty = ${evil()}`);
      },
      command: "git add file.txt",
    },
    {
      name: "a filter in a file beside what a link leads to",
      plant: () => {
        attributes("*.txt filter=x\n");
        mkdirSync(join(root, "far/deep"), { recursive: true });
        symlinkSync(join(root, "far/deep"), join(repository, "link"));
        writeFileSync(join(root, "far/x.cfg"), `[filter "x"]\n\tclean = ${evil()}\n`);
        append("[include]\n\tpath = ../link/../x.cfg");
      },
      command: "git add file.txt",
    },
    {
      name: "a filter in a file of the command's own home",
      plant: () => {
        attributes("*.txt filter=x\n");
        writeFileSync(join(root, "x.cfg"), `[filter "x"]\n\tclean = ${evil()}\n`);
        append("[include]\n\tpath = ~/x.cfg");
      },
      command: "git add file.txt",
    },
    {
      name: "a filter in a file that is found from the home of a person by name",
      plant: () => {
        attributes("*.txt filter=x\n");
        append(`[filter "x"]\n\tclean = ${evil()}`, "innocent.cfg");
        const { username, homedir } = userInfo();
        append(`[include]\n\tpath = ~${username}/${relative(homedir, repository)}/innocent.cfg`);
      },
      command: "git add file.txt",
    },
    {
      name: "an alias that runs a program",
      plant: () => append(`[alias]\n\tx = !${evil()}`),
      command: "git x",
    },
    {
      name: "an alias that sets what runs",
      plant: () => append(`[alias]\n\tx = -c core.fsmonitor=${evil()} status`),
      command: "git x",
    },
    {
      name: "a pager of its own",
      plant: () => append(`[core]\n\tpager = ${evil()}\n[pager]\n\tlog = ${evil()}`),
      command: "script -qec 'git log' /dev/null",
    },
    {
      name: "an editor",
      plant: () => append(`[core]\n\teditor = ${evil()}`),
      command: "git commit -qa --allow-empty",
    },
    {
      name: "a merge driver",
      plant: () => {
        plain(["commit", "-qam", "two"]);
        plain(["checkout", "-q", "-b", "side", "HEAD~1"]);
        writeFileSync(join(repository, "file.txt"), "three\n");
        plain(["commit", "-qam", "three"]);
        attributes("*.txt merge=x\n");
        append(`[merge "x"]\n\tdriver = ${evil()} %A`);
      },
      command: "git merge main",
    },
    {
      name: "a signing program",
      plant: () => append(`[gpg]\n\tprogram = ${evil()}\n[commit]\n\tgpgsign = true`),
      command: "git commit -qam signed",
    },
    {
      name: "a credential helper",
      plant: () => append(`[credential]\n\thelper = ${evil()}`),
      command: "printf 'protocol=https\\nhost=example.com\\n\\n' | git credential fill",
    },
    {
      name: "an ssh command",
      plant: () => append(`[core]\n\tsshCommand = ${evil()}`),
      command: "PATH=$PATH git ls-remote ssh://127.0.0.1:1/x",
    },
    {
      name: "a remote that is a program",
      plant: () =>
        append(`[remote "origin"]\n\turl = ext::${evil()}\n[protocol "ext"]\n\tallow = always`),
      command: "git fetch origin",
    },
    {
      name: "a receive-pack of a local remote",
      plant: () => append(`[remote "origin"]\n\turl = .\n\treceivepack = ${evil()}`),
      command: "git push origin HEAD:refs/heads/other",
    },
    {
      name: "an upload-pack of a local remote",
      plant: () => append(`[remote "origin"]\n\turl = .\n\tuploadpack = ${evil()}`),
      command: "git fetch origin",
    },
    {
      name: "a trailer command",
      plant: () => append(`[trailer "x"]\n\tkey = X\n\tcommand = ${evil()}\n\tifexists = add`),
      command: "echo subject | git interpret-trailers --trailer x=y",
    },
    {
      name: "an archive format",
      plant: () => append(`[tar "x"]\n\tcommand = ${evil()}`),
      command: "git archive --format=x HEAD",
    },
    {
      name: "a difftool",
      plant: () => append(`[diff]\n\ttool = x\n[difftool "x"]\n\tcmd = ${evil()}`),
      command: "git difftool -y",
    },
  ];

  for (const { name, plant, command } of VECTORS)
    it(`does not run ${name}`, () => {
      plant();
      const copy = join(root, "copy");
      cpSync(repository, copy, { recursive: true });
      guarded(command);
      expect(existsSync(planted)).toBe(false);
      unguarded(command, copy);
      expect(existsSync(planted), "the vector works without the guard").toBe(true);
    });

  it("does not run a driver of a repository that the command goes to", () => {
    attributes("*.txt filter=x\n");
    append(`[filter "x"]\n\tclean = ${evil()}`);
    for (const command of ["cd repository && git add file.txt", "git -C 'repository' add -A"]) {
      guarded(command, root);
      expect(existsSync(planted)).toBe(false);
    }
    // What was added above is up to date for git, which then runs no driver.
    writeFileSync(join(repository, "file.txt"), "three\n");
    unguarded("git -C repository add -A", root);
    expect(existsSync(planted)).toBe(true);
  });

  it("does not take a folder of the project for a bare repository", () => {
    const bare = join(repository, "docs");
    plain(["init", "-q", "--bare", bare]);
    writeFileSync(
      join(bare, "config"),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${evil()}\n`,
    );
    const { status } = guarded("git status", bare);
    expect(status).not.toBe(0);
    expect(existsSync(planted)).toBe(false);
  });

  it("points at no repository when the configuration is too large to vouch for", () => {
    append(`# ${"x".repeat(300_000)}\n[core]\n\tfsmonitor = ${evil()}`);
    expect(guarded("git status").status).not.toBe(0);
    expect(existsSync(planted)).toBe(false);
  });

  it("leaves ordinary work as it is", () => {
    append(
      '[alias]\n\tst = status --short\n[user]\n\tname = Local\n[remote "origin"]\n\turl = https://example.com/x.git',
    );
    writeFileSync(join(repository, "new.txt"), "new\n");
    // Looks like settings of git that are not in any section.
    writeFileSync(join(repository, "config"), "command = x\n");
    const { status, text } = guarded(
      "git st && git diff --stat && git add -A && git commit -qm 'second' && git log --format=%s -2 && git checkout -q -b side && git branch --show-current && git stash list && git rev-parse --is-inside-work-tree",
    );
    expect(status).toBe(0);
    expect(text).toContain("?? new.txt");
    expect(text).toContain("second\nfirst\nside\ntrue\n");
  });

  it("still shows a plain diff where a program was named for it", () => {
    append(`[diff]\n\texternal = ${evil()}`);
    const { status, text } = guarded("git diff");
    expect(status).toBe(0);
    expect(text).toContain("-one\n+two\n");
  });
});
