import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGitSteering } from "./create-git-steering.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "steering-")));
});
afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

function steering() {
  const found = createGitSteering({ roots: [join(base, "ws")], home: join(base, "home") });
  return (...near: string[]) =>
    found(near.map((path) => join(base, path))).map(
      ({ path, tree }) => path.slice(base.length + 1) + (tree ? "/**" : ""),
    );
}

describe("createGitSteering", () => {
  it("finds what the repository's configuration names in the workspace, there or not", () => {
    write(
      "ws/.git/config",
      `[core]
  hooksPath = .githooks
  attributesFile = conf/attributes
  fsmonitor = ./tools/watch.sh
[include]
  path = ../shared.inc
[filter "x"]
  clean = ./scripts/clean.sh %f
[diff "y"]
  textconv = conv.py
[alias]
  st = status
  go = !./scripts/go.sh
[remote "origin"]
  url = /ws/other
`,
    );
    write("ws/conv.py", "");
    expect(steering()()).toEqual([
      "ws/.githooks/**",
      "ws/conf/attributes",
      "ws/tools/watch.sh",
      "ws/shared.inc",
      "ws/scripts/clean.sh",
      "ws/conv.py",
      "ws/scripts/go.sh",
    ]);
  });

  it("finds programs behind a folder that is entered, or that is only known when git runs", () => {
    write(
      "ws/.git/config",
      `[alias]
  check = !cd tools && ./check.sh
[filter "x"]
  clean = "\\"$(git rev-parse --show-toplevel)\\"/scripts/clean.sh"
  smudge = $GIT_DIR/../scripts/smudge.sh
`,
    );
    write("ws/tools/check.sh", "");
    expect(steering()()).toEqual(
      expect.arrayContaining([
        ...["ws/tools/check.sh", "ws/scripts/clean.sh", "ws/scripts/smudge.sh"],
      ]),
    );
  });

  it("finds templates of repositories, programs of remotes, and words that a variable begins", () => {
    write(
      "ws/.git/config",
      `[init]
  templateDir = tpl
[remote "o"]
  uploadpack = ./up.sh
[filter "x"]
  clean = \${GIT_WORK_TREE:-.}/scripts/clean.sh
`,
    );
    expect(steering()()).toEqual(
      expect.arrayContaining(["ws/tpl/**", "ws/up.sh", "ws/scripts/clean.sh"]),
    );
  });

  it("finds folders of PATH; of those where packages are installed, what nobody installs", () => {
    const ws = join(base, "ws");
    const named = (...path: string[]) =>
      createGitSteering({ roots: [ws], home: base, environment: { PATH: path.join(":") } })().map(
        ({ path: found, tree }) => found.slice(ws.length + 1) + (tree ? "/**" : ""),
      );
    expect(named("/usr/bin", `${ws}/tools/bin/`, "scripts", `${base}/other`)).toEqual([
      ...["tools/bin/**", "scripts/**"],
    ]);
    for (const folder of [`${ws}/node_modules/.bin`, `${ws}/.venv/bin`, "."]) {
      expect(named(folder).map((path) => path.split("/").at(-1))).toContain("git");
      expect(named(folder).some((path) => path.endsWith("**") || path.endsWith("/tsc"))).toBe(
        false,
      );
    }
  });

  it("does not call a folder .git a repository without a work tree: its name protects it", () => {
    write("ws/.git/HEAD", "ref: refs/heads/main\n");
    write("ws/.git/config", "[core]\n");
    mkdirSync(join(base, "ws/.git/objects"));
    mkdirSync(join(base, "ws/.git/refs"));
    expect(steering()("ws/.git/hooks/pre-commit")).toEqual([]);
  });

  it("finds repositories without a work tree on the way to what is written", () => {
    write("ws/store.git/HEAD", "ref: refs/heads/main\n");
    write("ws/store.git/config", "[core]\n  hooksPath = ../hooks\n");
    for (const folder of ["objects", "refs"])
      mkdirSync(join(base, "ws/store.git", folder), { recursive: true });
    const find = steering();
    expect(find("ws/store.git/hooks/post-update")).toEqual(["ws/hooks/**", "ws/store.git/**"]);
    expect(find("ws/src/a.ts")).toEqual([]);
  });

  it("looks into every folder of a large set, and past its bound calls everything named", () => {
    write("ws/zz/.git/config", "[core]\n  hooksPath = hooks\n");
    const many = (count: number) => Array.from({ length: count }, (_one, at) => `ws/a${at}/x`);
    const find = steering();
    expect(find(...many(2_000), "ws/zz/hooks/pre-commit")).toEqual(["ws/zz/hooks/**"]);
    expect(find(...many(50_001))).toContain("ws/**");
  });

  it("follows included files, and the person's own configuration", () => {
    write("ws/.git/config", "[include]\n  path = ../a.inc\n");
    write("ws/a.inc", "[core]\n  hooksPath = hooks-of-a\n");
    write("home/.gitconfig", "[core]\n  sshCommand = ./bin/ssh\n");
    expect(steering()()).toEqual(["ws/a.inc", "ws/hooks-of-a/**", "ws/bin/ssh"]);
  });

  it("reads again when a configuration or an included file changed", () => {
    write("ws/.git/config", "[include]\n  path = ../a.inc\n");
    const found = steering();
    expect(found()).toEqual(["ws/a.inc"]);
    write("ws/a.inc", "[core]\n  hooksPath = made-later\n");
    expect(found()).toEqual(["ws/a.inc", "ws/made-later/**"]);
    write("ws/.git/config", "[core]\n  hooksPath = other-folder\n");
    expect(found()).toEqual(["ws/other-folder/**"]);
  });

  it("counts repositories inside of the workspace for the paths in them", () => {
    write("ws/a/b/c/d/x/.git/config", "[core]\n  hooksPath = hooks\n");
    const found = steering();
    expect(found()).toEqual([]);
    expect(found("ws/lib/y/a", "ws/a/b/c/d/x/src/deep/a")).toEqual(["ws/a/b/c/d/x/hooks/**"]);
  });

  it("counts those a little below for every path: their settings may name what lies elsewhere", () => {
    write("ws/lib/x/.git/config", "[core]\n  hooksPath = ../../tools/hooks\n");
    write("ws/.git/modules/m/config", "[core]\n  worktree = ../../../m\n  hooksPath = ../of-m\n");
    expect(steering()()).toEqual(["ws/of-m/**", "ws/tools/hooks/**"]);
  });

  it("counts what holds in every repository from each of them", () => {
    write("home/.gitconfig", "[core]\n  hooksPath = .hooks\n");
    write("ws/.git/config", "");
    write("ws/lib/x/.git/config", "");
    expect(steering()()).toEqual(["ws/.hooks/**", "ws/lib/x/.hooks/**"]);
    const elsewhere = { GIT_CONFIG_GLOBAL: join(base, "other.config") };
    write("other.config", "[core]\n  fsmonitor = ./watch.sh\n");
    const found = createGitSteering({
      roots: [join(base, "ws")],
      home: join(base, "none"),
      environment: elsewhere,
    })();
    expect(found.map(({ path }) => path)).toContain(join(base, "ws/watch.sh"));
  });

  it("takes names of a repository above the workspace from where that is", () => {
    write("ws/.git/config", "[core]\n  hooksPath = packages/app/hooks\n");
    write("ws/packages/app/a.ts", "");
    const found = createGitSteering({ roots: [join(base, "ws/packages/app")], home: base })();
    expect(found.map(({ path }) => path)).toEqual([join(base, "ws/packages/app/hooks")]);
  });

  it("knows what hooks and names in the workspace lead to", () => {
    write("ws/.git/config", "");
    write("ws/.git/hooks/sample", "");
    write("ws/tools/check", "");
    write("ws/editor/tasks.json", "");
    const found = steering();
    expect(found()).toEqual([]);
    symlinkSync("../../tools/check", join(base, "ws/.git/hooks/pre-commit"));
    symlinkSync("editor", join(base, "ws/.vscode"));
    symlinkSync("/etc", join(base, "ws/elsewhere"));
    expect(found()).toEqual(["ws/editor/**", "ws/tools/check/**"]);
    write("ws/packages/a/.claude/agents/x", "");
    write("ws/shared/settings.json", "{}");
    symlinkSync("../../../shared/settings.json", join(base, "ws/packages/a/.claude/settings.json"));
    expect(found()).toContain("ws/shared/settings.json/**");
  });

  it("names nothing outside the workspace, and nothing where there is no repository", () => {
    expect(steering()()).toEqual([]);
    write("ws/.git/config", "[core]\n  hooksPath = /etc/hooks\n  pager = less\n");
    expect(steering()()).toEqual([]);
  });
});
