/**
 * SECURITY.md: "files that run by themselves are known by shape and ask at landing". Under names that nobody listed, by every way; and
 * folders in which nothing runs, which ask nothing.
 */
import type { EffectCall, EffectRow } from "../effect-row.ts";
import type { EffectWorld } from "../open-effect-world.ts";
import { node as js, python as py } from "../scripts.ts";

interface Shaped {
  /** What the person did before. */
  readonly person?: string;
  readonly calls: readonly EffectCall[];
  /** Must be there afterwards: an earlier step, or what is not to be asked about. */
  readonly lands?: readonly string[];
  /** Must not be there. */
  readonly held?: readonly string[];
}

const row = (name: string, { person, calls, lands = [], held = [] }: Shaped): EffectRow => ({
  class: 1,
  name: `shape: ${name}`,
  calls,
  ...(person === undefined ? {} : { prepare: (world: EffectWorld) => void world.person(person) }),
  faults: (world) => [
    ...held.filter((path) => world.read(path) !== null).map((path) => `landed: ${path}`),
    ...lands.filter((path) => world.read(path) === null).map((path) => `did not land: ${path}`),
  ],
});

const put = (path: string) => `mkdir -p "$(dirname '${path}')"; echo x > '${path}'`;
const listed = (path: string) => row(path, { calls: [put(path)], held: [path] });
const made = (path: string, person?: string) =>
  row(`${path} is not asked about${person === undefined ? "" : `, after ${person}`}`, {
    calls: [put(path)],
    lands: [path],
    ...(person === undefined ? {} : { person }),
  });
const X = ".newagent/hooks/x";

/** Places that a red team found unlisted, and others of the same kinds. */
const LISTED: readonly EffectRow[] = [
  ...["gradle/wrapper/gradle-wrapper.properties", "gradle.properties", "app/gradle.properties"],
  ...[".mvn/wrapper/maven-wrapper.properties", "_darcs/prefs/defaults", ".repo/repo/main.py"],
  ...[".git-hooks/pre-commit", ".githooks/a/b", ".trunk/trunk.yaml", ".rusty-hook.toml"],
  ...[".qwen/.env", ".kiro/agents/a.json", ".claude/skills/a/SKILL.md", ".claude/commands/a.md"],
  ...[".claude/agents/a.md", ".opencode/agent/a.md", ".opencode/command/a.md", "conductor.json"],
  ...[".gemini/commands/a.toml", ".CLAUDE/Agents/a.md", "sub/.cursor/rules/a.mdc", "mvnw"],
  ...[".vscode/any.json", ".idea/any.txt", ".zed/x/y", ".hooks/pre-push", ".yarn/releases/y.cjs"],
].map(listed);

const UNLISTED: readonly EffectRow[] = [
  ...[X, ".newagent/a", "sub/deep/.newagent/mcp.json", ".NewAgent/Hooks/x", "..odd/a", ".../a"].map(
    listed,
  ),
  row("a folder renamed into place", {
    calls: [`${put("n/x")}; mv n .newagent`],
    held: [".newagent/x"],
  }),
  row("a folder above renamed into place", {
    calls: [`${put("t/n/x")}; mv t/n t/.newagent; mv t u`],
    held: ["u/.newagent/x"],
  }),
  row("a file renamed into place", {
    calls: [`echo x > y; mkdir .newagent; mv y ${".newagent/y"}`],
    held: [".newagent/y"],
  }),
  row("a link to a folder", { calls: [`${put("n/x")}; ln -s n .newagent`], held: [".newagent/x"] }),
  row("a link that leads nowhere yet", {
    calls: ["ln -s n .newagent", put("n/x")],
    held: [".newagent/x"],
  }),
  row("a link to a file in it", {
    calls: [`${put("n")}; mkdir .newagent; ln -s ../n .newagent/x`],
    held: [".newagent/x"],
  }),
  row("through a link of the person", {
    person: "mkdir conf; ln -s conf .newagent",
    calls: [put("conf/x")],
    held: ["conf/x"],
  }),
  row("a hard link to a file of the person", {
    calls: ["mkdir .newagent; ln README.md .newagent/x"],
    held: [".newagent/x"],
  }),
  row("by python, with a descriptor of the folder", {
    calls: [
      py(`import os
os.mkdir('.newagent'); d=os.open('.newagent',os.O_RDONLY); f=os.open('x',os.O_WRONLY|os.O_CREAT,dir_fd=d); os.write(f,b'x')`),
    ],
    held: [".newagent/x"],
  }),
  row("a name that only looks plain", {
    calls: [
      js(
        "import fs from 'fs'; fs.mkdirSync('\\u200b.newagent'); fs.writeFileSync('\\u200b.newagent/x','x')",
      ),
    ],
    held: ["\u200b.newagent/x"],
  }),
  row("an empty folder first", { calls: ["mkdir -p .newagent/hooks", put(X)], held: [X] }),
  row("ignored by the same command", {
    calls: [`echo .newagent > .gitignore; ${put(X)}`],
    held: [X],
  }),
  row("ignored by an earlier command", {
    calls: ["echo '.*' > .gitignore", put(X)],
    lands: [".gitignore"],
    held: [X],
  }),
  row("ignored by an earlier command, the write undone and done again", {
    calls: [
      "echo .newagent > .gitignore",
      { tool: "undo", arguments: {} },
      "echo .newagent > .gitignore; touch -d 2020-01-01 .gitignore",
      put(X),
    ],
    held: [X],
  }),
  row("ignored by a file that a tool wrote before", {
    calls: [{ tool: "write", arguments: { path: ".gitignore", content: ".newagent/\n" } }, put(X)],
    lands: [".gitignore"],
    held: [X],
  }),
  row("ignored by a file in the folder itself", {
    calls: [`mkdir .newagent; echo '*' > .newagent/.gitignore; ${put(X)}`, put(X)],
    held: [X],
  }),
  row("ignored by the repository's own exclude file", {
    calls: [`echo .newagent > .git/info/exclude; ${put(X)}`],
    held: [X],
  }),
  row("ignored by settings of a home that the command has", {
    calls: [`mkdir -p ~/.config/git; echo .newagent > ~/.config/git/ignore; ${put(X)}`],
    held: [X],
  }),
  row("ignored in a repository in the repository, by an earlier command", {
    person: "git init -q sub",
    calls: ["echo .newagent > sub/.gitignore", put(`sub/${X}`)],
    lands: ["sub/.gitignore"],
    held: [`sub/${X}`],
  }),
  row("ignored by an earlier command, with a further link to the ignore file", {
    calls: ["echo .newagent > .gitignore", "ln .gitignore other; touch -r README.md other", put(X)],
    held: [X],
  }),
  row("ignored by an earlier command that put an exception away", {
    person: "printf '.*\\n' > .gitignore; mkdir sub; echo '!.newagent' > sub/.gitignore",
    calls: ["rm sub/.gitignore", put(`sub/${X}`)],
    held: [`sub/${X}`],
  }),
  row("tracked by name alone, by an earlier command", {
    calls: [
      "git update-index --add --cacheinfo 100644,$(git hash-object -w README.md),.newagent/a",
      put(X),
    ],
    held: [X],
  }),
  row("committed without the file, by an earlier command", {
    calls: [
      "git update-index --add --cacheinfo 100644,$(git hash-object -w README.md),.newagent/a; git -c user.name=n -c user.email=e@x commit -qm x; true",
      "git checkout -q -- .newagent",
    ],
    held: [".newagent/a"],
  }),
  row("where an earlier command broke the repository", {
    calls: ["rm .git/HEAD", put(X)],
    held: [X],
  }),
  row("in a repository in the repository", {
    person: "git init -q sub && cd sub && echo a > a && git add a",
    calls: [put(`sub/${X}`)],
    held: [`sub/${X}`],
  }),
  row("hooks in a folder where the person keeps other files", {
    person: "mkdir .known && echo a > .known/a.json && git add .known",
    calls: [put(".known/hooks/x")],
    held: [".known/hooks/x"],
  }),
  row("of a new folder in one where the person keeps files", {
    person: "mkdir .known && echo a > .known/a.json && git add .known",
    calls: [put(".known/.newagent/x")],
    held: [".known/.newagent/x"],
  }),
];

const BY_TOOLS: readonly EffectRow[] = [
  row("by write", { calls: [{ tool: "write", arguments: { path: X, content: "x" } }], held: [X] }),
  row("by write below a runner's folder", {
    calls: [{ tool: "write", arguments: { path: ".claude/commands/a.md", content: "x" } }],
    held: [".claude/commands/a.md"],
  }),
  row("by apply_patch", {
    calls: [
      {
        tool: "apply_patch",
        arguments: { patch: `*** Begin Patch\n*** Add File: ${X}\n+x\n*** End Patch\n` },
      },
    ],
    held: [X],
  }),
  {
    ...row("by edit of what the person has and git does not know", {
      person: "mkdir .newagent && echo one > .newagent/x",
      calls: [
        { tool: "edit", arguments: { path: ".newagent/x", old_text: "one", new_text: "two" } },
      ],
    }),
    faults: ({ read }) => (read(".newagent/x") === "one\n" ? [] : ["it was edited"]),
  },
  {
    ...row("by undo of a removal that was let through", {
      person: "mkdir .newagent && echo one > .newagent/x",
      calls: ["rm -r .newagent", { tool: "undo", arguments: {} }],
    }),
    // It is the person's own file that comes back, and the person said so.
    faults: ({ read }) => (read(".newagent/x") === "one\n" ? [] : ["it did not come back"]),
  },
];

const QUIET: readonly EffectRow[] = [
  row("caches and environments are not asked about", {
    calls: [
      `for d in .venv .pytest_cache .mypy_cache .ruff_cache .next .nuxt .turbo .cache .tox .nox .gradle .terraform .parcel-cache .nyc_output .svelte-kit .github/ISSUE_TEMPLATE target/debug/.fingerprint build/.cmake node_modules/.bin sub/.hypothesis; do mkdir -p $d/a/.b; echo x > $d/x; echo x > $d/a/.b/x; done`,
    ],
    lands: [".venv/a/.b/x", ".terraform/x", ".github/ISSUE_TEMPLATE/x", "sub/.hypothesis/x"],
  }),
  made(X, "echo .newagent > .gitignore"),
  made(`sub/${X}`, "mkdir sub; echo '.new*/' > sub/.gitignore"),
  made(X, "mkdir -p .git/info; echo .newagent > .git/info/exclude"),
  made(".known/b.json", "mkdir .known && echo a > .known/a.json && git add .known"),
  made(".anyrc"),
  made(".vscode/extensions.json"),
  made(".newagent/x", "rm -rf .git"),
  row("what goes is not asked about", {
    person: "mkdir .newagent && echo one > .newagent/x && echo two > .newagent/y",
    calls: ["rm .newagent/x", "rm -r .newagent"],
    held: [".newagent/x", ".newagent/y"],
  }),
];

export const BY_SHAPE: readonly EffectRow[] = [...LISTED, ...UNLISTED, ...BY_TOOLS, ...QUIET];
