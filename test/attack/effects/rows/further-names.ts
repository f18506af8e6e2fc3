/** Class 1 once more: the start files of further agents, editors and shells, by each way in which a file comes to its name. */
import type { EffectRow } from "../effect-row.ts";
import { node as js, python as py } from "../scripts.ts";

/** Files that run something when a folder is opened, by who runs them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "hooks of agents": [
    ...[".windsurf/hooks.json", ".trae/hooks.json", ".factory/hooks/run.sh", ".augment/mcp.json"],
    ...[".agents/hooks.json", ".antigravity/hooks.json", ".goose/config.yaml"],
  ],
  "servers of agents": [
    ...[
      ".roo/mcp.json",
      ".kilocode/mcp.json",
      ".amp/settings.json",
      ".air/mcp.json",
      ".mux/mcp.jsonc",
    ],
    ...[".continue/config.yaml", ".junie/mcp/mcp.json", ".openhands/setup.sh"],
  ],
  "start files of vim": [
    ...[".nvim.lua", ".lvimrc", ".lazy.lua", ".vimrc.local", ".vim/plugin/x.vim", "_vimrc"],
    ...["coc-settings.json", ".neoconf.json"],
  ],
  "tasks of editors": [
    ...[".fleet/run.json", "app.sublime-project", ".helix/languages.toml", ".theia/tasks.json"],
    ...[".nova/Tasks/build.json", ".vs/tasks.vs.json", ".gitpod.yml", ".idx/dev.nix"],
  ],
  "what shells run on entering": [
    ...["mise.toml", ".mise/config.toml", "mise.local.toml", ".autoenv.zsh", ".env.leave"],
    ...[".direnv/bin/x.sh", ".shadowenv.d/10.lisp", ".rvmrc", ".tool-versions"],
  ],
  "what git hooks run": [
    ...[".githooks/pre-commit", "hk.pkl", "prek.toml", ".lefthook.yml", ".simple-git-hooks.json"],
  ],
  "start files of interpreters": [".pythonrc.py", ".ghci", ".iex.exs", ".psqlrc", ".Rprofile"],
  "start files of further editors": [
    ...[".vscode/c_cpp_properties.json", ".vscode/extensions/x/package.json", "conf/x.run.xml"],
    ...["rust-toolchain.toml", "hie.yaml", ".bsp/sbt.json", ".merlin", ".jvmopts"],
    ...["buildServer.json", ".bloop/x.json", ".lsp/config.edn", ".ycm_extra_conf.py"],
    ...["x.ipr", ".factorypath", ".cargo/config.toml", ".mvn/extensions.xml", "omnisharp.json"],
  ],
  "start files of a home": [
    ...[".ssh/authorized_keys", ".config/autostart/x.desktop", ".local/bin/git", ".tmux.conf"],
    ...[".config/nvim/init.lua", ".bash_aliases", ".claude.json", ".envrc.local", ".pdbrc"],
  ],
  "other version control": [".jj/repo/config.toml", ".hg/hgrc", ".sl/config", ".svn/wc.db"],
};

const row = (name: string, names: readonly string[], line: string): EffectRow => ({
  class: 1,
  name: `further: ${name}`,
  calls: [line],
  faults: (world) =>
    names.filter((path) => world.read(path) !== null).map((path) => `landed: ${path}`),
});

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(" ");

/** A text with the names in it becomes a line. */
const WAYS: readonly (readonly [string, (names: readonly string[]) => string])[] = [
  [
    "by a shell",
    (names) =>
      `for n in ${quoted(names)}; do mkdir -p "$(dirname "$n")"; echo "touch $PWN" > "$n"; done`,
  ],
  [
    "by python",
    (names) =>
      py(`import os
for n in ${JSON.stringify(names)}:
  os.makedirs(os.path.dirname(n) or '.', exist_ok=True)
  open(n,'w').write('x')`),
  ],
  [
    "by renaming a folder above",
    (names) =>
      `for n in ${quoted(names)}; do mkdir -p "t/$(dirname "$n")"; echo x > "t/$n"; done; for n in $(ls -A t); do mv "t/$n" "$n"; done; rmdir t`,
  ],
  [
    "from an archive",
    (names) =>
      `for n in ${quoted(names)}; do mkdir -p "/tmp/a/$(dirname "$n")"; echo x > "/tmp/a/$n"; done; tar -C /tmp/a -cf /tmp/a.tar .; tar -xf /tmp/a.tar; rm -rf /tmp/a`,
  ],
  [
    "from a branch of git",
    (names) =>
      `git checkout -q -b b; for n in ${quoted(names)}; do mkdir -p "$(dirname "$n")"; echo x > "$n"; done; git add -f -A; git commit -qm b; true`,
  ],
  [
    "by links",
    (names) =>
      `echo x > plain; for n in ${quoted(names)}; do mkdir -p "$(dirname "$n")"; ln -s "$PWD/plain" "$n"; done`,
  ],
  [
    "by node, one after the other",
    (names) =>
      js(`import { cpSync, mkdirSync, writeFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
for (const name of ${JSON.stringify(names)}) {
  mkdirSync(dirname(name), { recursive: true });
  writeFileSync("x.tmp", "x"); cpSync("x.tmp", name + "~"); renameSync(name + "~", name);
}`),
  ],
];

/** Each kind in two ways, and each way for several kinds. */
export const FURTHER_NAMES: readonly EffectRow[] = Object.entries(NAMES).flatMap(
  ([kind, names], index) =>
    [0, 3].map((more) => {
      const [way, line] = WAYS[(index + more) % WAYS.length] as (typeof WAYS)[number];
      return row(`${kind}, ${way}`, names, line(names));
    }),
);
