import { describe, expect, it } from "vitest";
import { compilePathPattern } from "../pattern/path-pattern.ts";
import { GIT_FILES, GIT_PARTS } from "./git-files.ts";
import type { ProtectedFile } from "./protected-file.ts";
import { BOUND_PATTERNS, PROGRAM_FILES } from "./protected-files.ts";
import { gitPatterns, processProtection, protectedPathReason } from "./protected-paths.ts";
import { RUNNERS } from "./runner-folders.ts";

const roots = ["/ws"];

/** Paths that a pattern of the list matches: its braces opened, its wildcards filled in. */
function examplesOf({ pattern }: ProtectedFile): readonly string[] {
  return compilePathPattern(`/${pattern}`).alternatives.map((text) =>
    text.slice(1).replaceAll("**", "a/b").replaceAll("*", "x"),
  );
}

describe("protectedPathReason", () => {
  it.each([
    "/ws/.git",
    "/ws/.git/config",
    "/ws/.git/index",
    "/ws/vendor/lib/.git/hooks/post-checkout",
    "/ws/.GIT/config",
    "/ws/.git./config",
    "/ws/.git /config",
    "/ws/.git . ./config",
    "/ws/.g\u200bit/config",
    "/ws/\u200d.git\ufeff/config",
    "/ws/git~1/config",
    "/ws/GIT~1/config",
    "/ws/.git::$INDEX_ALLOCATION/config",
    "/ws/.hg/hgrc",
    "/ws/.svn/x",
    "/ws/.vſcode/tasks.json",
    "/ws/.idea/workspace.xml",
    "/ws/.idea/runConfigurations/run.xml",
    "/ws/.husky/pre-commit",
    "/ws/.toolplane/rules.json",
    "/ws/.mcp.json",
    "/ws/sub/.MCP.json",
    "/ws/.envrc",
    "/ws/.envrc. ",
    "/.git/x",
    "/ws/sub/My.code-workspace",
    "/ws/bare/HEAD",
    "/ws/node_modules/x/HEAD",
    "/ws/.windsurf/hooks.json",
    "/ws/.amp/settings.json",
    "/ws/.fleet/run.json",
    "/ws/a.sublime-project",
    "/ws/.helix/languages.toml",
    "/ws/mise.local.toml",
    "/ws/.autoenv.zsh",
    "/ws/.githooks/pre-push",
    "/ws/.jj/repo/workspace/config.toml",
    "/ws/.vscode/c_cpp_properties.json",
    "/ws/conf/app.run.xml",
    "/ws/app.ipr",
    "/ws/omnisharp.json",
    "/ws/.tool-versions",
    "/ws/buildServer.json",
    "/ws/.bloop/app.json",
    "/ws/jupyter_server_config.py",
    "/ws/.envrc.local",
    "/ws/.ssh/authorized_keys",
    "/ws/.config/systemd/user/x.service",
    "/ws/lefthook-local.yml",
    "/ws/.lefthook/pre-commit/check.sh",
    "/ws/.huskyrc.json",
    "/ws/husky.config.js",
    "/ws/captainhook.json",
    "/ws/rust-analyzer.toml",
    "/ws/crates/a/.rust-analyzer.toml",
    "/ws/.latexmkrc",
    "/ws/.phpactor.json",
    "/ws/.lite_project.lua",
    "/ws/.forward",
    "/ws/.i3/config",
    "/ws/.julia/config/startup.jl",
    "/ws/.claude/commands/fix.md",
    "/ws/.Cursor/rules/style.mdc",
    "/ws/.idea/.gitignore",
    "/ws/.kiro/agents/one.json",
    "/ws/.qwen/.env",
    "/ws/.git-hooks/pre-commit",
    "/ws/.rusty-hook.toml",
    "/ws/.trunk/trunk.yaml",
    "/ws/.repo/repo/main.py",
    "/ws/_darcs/prefs/defaults",
    "/ws/gradle/wrapper/gradle-wrapper.properties",
    "/ws/app/gradle.properties",
    "/ws/.mvn/wrapper/maven-wrapper.properties",
    "/ws/mvnw",
    "/ws/.yarn/releases/yarn-4.cjs",
    "/ws/.github/agents/one.agent.md",
    "/ws/.github/workflows/a.yml",
    "/ws/sub/.github/actions/build/action.yml",
    "/ws/.gitlab-ci.yml",
    "/ws/.gitlab/ci/deploy.yml",
    "/ws/.gitea/workflows/a.yml",
    "/ws/.forgejo/workflows/a.yml",
    "/ws/.circleci/config.yml",
    "/ws/.woodpecker/test.yaml",
    "/ws/.woodpecker.yml",
    "/ws/.travis.yml",
    "/ws/.drone.star",
    "/ws/azure-pipelines.yml",
    "/ws/bitbucket-pipelines.yml",
    "/ws/Jenkinsfile",
    "/ws/ci/Jenkinsfile.release",
  ])("protects %j", (path) => {
    expect(protectedPathReason(path, { roots })).toMatch(/ is protected: /);
  });

  it.each([
    "/",
    "/ws",
    "/ws/.gitignore",
    "/ws/.gitattributes",
    "/ws/.github/dependabot.yml",
    "/ws/.gitlab/issue_templates/a.md",
    "/ws/node_modules/x/.travis.yml",
    "/ws/src/build.yml",
    "/ws/git/config",
    "/ws/a.git/config",
    "/ws/.git-blame",
    "/ws/git~10/x",
    "/ws/.env",
    "/ws/mcp.json",
    "/ws/.envrc/x",
    "/ws/.mcp.json/x",
    "/ws/docs/é.md",
    "/ws/.vscode/extensions.json",
    "/ws/.editorconfig",
    "/ws/tool-versions",
    "/ws/src/mise.ts",
    "/ws/.webhook",
    "/ws/src/hooks/use-it.ts",
    "/ws/build.gradle",
    "/ws/.yarn/cache/a.zip",
    "/ws/.newagent/hooks/x",
    "/ws/.github/ISSUE_TEMPLATE/a.md",
    "/ws/package.json",
    "/ws/Makefile",
    "/ws/src/head.ts",
    "/ws/node_modules/x/.vscode/settings.json",
    "/ws/.venv/lib/.envrc",
    "/ws/vendor/a/.idea/workspace.xml",
  ])("leaves %j alone", (path) => {
    expect(protectedPathReason(path, { roots })).toBeNull();
  });

  it("knows folders of dependencies only below the workspace, whatever the folders above are called", () => {
    const path = "/home/vendor/node_modules/ws/.envrc";
    expect(protectedPathReason(path, { roots: ["/home/vendor/node_modules/ws"] })).not.toBeNull();
    expect(protectedPathReason(path, { roots: [] })).not.toBeNull();
  });

  it.each([...RUNNERS.keys()])(
    "protects everything below %s, and not the name itself",
    (folder) => {
      expect(protectedPathReason(`/ws/sub/${folder}/a/b`, { roots })).toMatch(/ is protected: /);
      expect(protectedPathReason(`/ws/x${folder}/a`, { roots })).toBeNull();
    },
  );

  it("says the same as the list, entry by entry, and gives each a reason", () => {
    for (const entry of [...GIT_FILES, ...PROGRAM_FILES]) {
      for (const example of examplesOf(entry)) {
        expect([protectedPathReason(`/ws/sub/${example}`, { roots }), example]).not.toContain(null);
        if (example.startsWith("x")) continue;
        expect([protectedPathReason(`/ws/x${example}`, { roots }), example]).toEqual([
          null,
          example,
        ]);
      }
      expect(entry.why).toMatch(/^\S.+[^.]$/);
    }
  });
});

describe("processProtection", () => {
  const kind = (path: string, type: "file" | "link" | "directory" | "gone" = "file") => {
    const found = processProtection(path, { type, roots });
    return found === null ? null : found.steersGit ? "git" : "program";
  };

  it("asks about a link in the place of a folder that holds such files, wherever it leads", () => {
    for (const folder of [
      ".vscode",
      ".claude",
      "a/.idea",
      ".idea/runConfigurations",
      ".config/git",
    ])
      expect([kind(`/ws/${folder}`, "link"), folder]).not.toContain(null);
    for (const [path, type] of [
      ["/ws/.vscode", "directory"],
      ["/ws/.vscode", "file"],
      ["/ws/node_modules/x/.vscode", "link"],
      ["/ws/current", "link"],
    ] as const)
      expect([kind(path, type), path]).toEqual([null, path]);
  });

  it("is not led astray by a folder called .git above the workspace, nor by one in another", () => {
    const below = { type: "file", roots: ["/x/.git/ws"] } as const;
    expect(processProtection("/x/.git/ws/.vscode/tasks.json", below)).not.toBeNull();
    expect(processProtection("/x/.git/ws/a/.git/config", below)?.steersGit).toBe(true);
    expect(processProtection("/x/.git/ws/src/a.ts", below)).toBeNull();
    expect(kind("/ws/.git/x/.git/hooks/pre-commit")).toBe("git");
  });

  it("asks about a file that another name leads to, as about that name", () => {
    const steering = [
      { path: "/ws/editor", tree: true, why: "/ws/.vscode leads to it", as: "/ws/.vscode" },
    ] as const;
    const at = (path: string) => processProtection(path, { type: "file", roots, steering })?.reason;
    expect(at("/ws/editor/tasks.json")).toMatch(
      /tasks\.json is protected: .*; \/ws\/\.vscode leads to it$/,
    );
    expect(at("/ws/editor/extensions.json")).toBeUndefined();
    expect(at("/ws/editor/a.md")).toMatch(/leads to it$/);
    expect(at("/ws/editors/tasks.json")).toBeUndefined();
    expect(protectedPathReason("/ws/editor/tasks.json", { roots, steering })).toMatch(
      /leads to it/,
    );
    expect(protectedPathReason("/ws/editors/a.md", { roots, steering })).toBeNull();
  });

  it("lets a process that runs git write its data, and none of what steers git", () => {
    for (const data of [
      "index",
      "HEAD",
      "refs/heads/config",
      "refs/heads/hooks/a",
      "logs/refs/heads/main",
      "objects/ab/cdef",
      "objects/pack/x.pack",
      "objects/info/commit-graph",
      "packed-refs",
      "COMMIT_EDITMSG",
      "modules/lib/index",
      "modules/lib/objects/info/packs",
      "modules/lib/objects/info/commit-graphs/graph-1.graph",
      "worktrees/w/modules/lib/objects/info/commit-graph",
      "worktrees/w/HEAD",
      "rebase-merge/done",
    ])
      expect([kind(`/ws/.git/${data}`), data]).toEqual([null, data]);
    for (const steers of [
      ...["config", "hooks/x", "info/attributes", "commondir", "gitdir", "config.worktree"],
      ...["worktrees/w/commondir", "worktrees/w/gitdir", "worktrees/w/config.worktree"],
      ...["modules/lib/config", "modules/lib/hooks/x", "objects/info/alternates"],
      ...["modules/lib/info/attributes", "modules/objects/info/attributes"],
      ...["modules/lib/objects/info/alternates", "worktrees/w/modules/lib/info/attributes"],
      ...["rebase-merge/git-rebase-todo", "worktrees/w/rebase-merge/git-rebase-todo"],
    ])
      expect([kind(`/ws/.git/${steers}`), steers]).toEqual(["git", steers]);
    for (const entry of GIT_PARTS)
      for (const example of examplesOf(entry)) {
        expect([kind(`/ws/a/.git/${example}`), example]).toEqual(["git", example]);
        expect([kind(`/ws/a/GIT~1/${example}`), example]).toEqual(["git", example]);
        expect([kind(`/ws/node_modules/a/.git/${example}`), example]).toEqual(["git", example]);
      }
  });

  it("takes .git for a way elsewhere when it is no folder, and every link in it", () => {
    expect(kind("/ws/sub/.git")).toBe("git");
    expect(kind("/ws/sub/.git", "link")).toBe("git");
    expect(kind("/ws/sub/.git", "directory")).toBeNull();
    expect(kind("/ws/sub/.git", "gone")).toBe("git");
    expect(kind("/ws/.git/objects", "link")).toBe("git");
    expect(kind("/ws/.git/refs/heads/main", "link")).toBe("git");
    expect(kind("/ws/.git/hooks", "directory")).toBeNull();
    expect(kind("/ws/.git/hooks", "gone")).toBe("git");
  });

  it("answers for other files as a door is answered", () => {
    expect(kind("/ws/.vscode/tasks.json")).toBe("program");
    expect(kind("/ws/.vscode/tasks.json", "link")).toBe("program");
    expect(kind("/ws/.vscode", "directory")).toBeNull();
    expect(kind("/ws/.vscode/extensions.json")).toBeNull();
    expect(kind("/ws/node_modules/a/.vscode/tasks.json")).toBeNull();
    expect(kind("/ws/bare/HEAD")).toBe("git");
    expect(kind("/ws/src/a.ts")).toBeNull();
  });

  it("protects a git folder of another name where its place is given", () => {
    const left = { type: "file", roots, gitFolder: "/repos/main.git" } as const;
    expect(processProtection("/repos/main.git/hooks/x", left)?.steersGit).toBe(true);
    expect(processProtection("/repos/main.git/objects/ab/c", left)).toBeNull();
    expect(processProtection("/repos/main.git/HEAD", left)).toBeNull();
  });
});

describe("the patterns of a confinement", () => {
  const matches = (patterns: readonly string[], path: string) =>
    patterns.some((pattern) => compilePathPattern(pattern).matchesFolded(path));

  it("the patterns of a confinement hold what steers git in its folder, and none of its data", () => {
    for (const entry of GIT_PARTS)
      for (const example of examplesOf(entry))
        expect([matches(gitPatterns(), `/ws/.git/${example}`), example]).toEqual([true, example]);
    for (const data of ["HEAD", "index", "refs/heads/config", "objects/ab/c"])
      expect(matches([...gitPatterns(), ...BOUND_PATTERNS], `/ws/.git/${data}`)).toBe(false);
  });

  it("the patterns of a confinement hold single names and whole folders where nothing is judged afterwards", () => {
    for (const path of [".vscode/tasks.json", "a/.envrc", ".mcp.json", ".git/hooks/x"])
      expect(matches(BOUND_PATTERNS, `/ws/${path}`)).toBe(true);
  });
});
