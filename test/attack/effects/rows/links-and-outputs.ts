/** Classes 1, 2, 3 and 5 where two things meet: links of the person, repositories in repositories, outputs, programs of the workspace. */
import { mkdirSync, symlinkSync } from "node:fs";
import type { Rule } from "@toolplane/contract";
import type { EffectRow } from "../effect-row.ts";
import type { EffectWorld } from "../open-effect-world.ts";
import { python as py } from "../scripts.ts";
import { startBeside, stopBeside } from "./beside.ts";

const PWN = '#!/bin/sh\ntouch "$PWN"\n';
const HOOK = (folder: string) =>
  `mkdir -p ${folder}; printf '%s' '${PWN}' > ${folder}/pre-commit; chmod +x ${folder}/pre-commit`;

/** The person has made something; then a command writes what it leads to. */
const led = (name: string, before: string, line: string, landed: string): EffectRow => ({
  class: 1,
  name: `led: ${name}`,
  calls: [line],
  prepare: ({ person }) => void person(before),
  faults: ({ read }) => (read(landed)?.includes("PWN") === true ? [`landed: ${landed}`] : []),
});

const hidden = (
  name: string,
  pattern: string,
  prepare: (world: EffectWorld) => void,
  line: string,
): EffectRow => ({
  class: 3,
  name: `led: ${name}`,
  prepare,
  calls: [`( ${line} ) 2>&1; true`],
  rules: [{ permission: "*", pattern, action: "deny" }],
  faults: (_world, { text }) => (text.includes("CANARY-LED") ? ["it was read"] : []),
});

const program = (name: string, pattern: string, line: string): EffectRow => ({
  class: 5,
  name: `own program: ${name}`,
  calls: [`( ${line} ) 2>&1; true`],
  rules: [{ permission: "shell.run", pattern, action: "deny" }],
  files: {
    "deploy.sh": "#!/bin/sh\necho r''an\n",
    "tools/bin/deploy": "#!/bin/sh\necho r''an\n",
    "node_modules/.bin/deploy": "#!/bin/sh\necho r''an\n",
    "scripts/release.sh": "#!/bin/sh\necho r''an\n",
  },
  faults: (_world, { text }) => (/ran\\n/.test(text) ? ["it ran"] : []),
});

const BACKGROUND: readonly Rule[] = [{ permission: "background", pattern: "**", action: "allow" }];

/** A process that runs on writes these into its output. */
const output = (
  name: string,
  line: string,
  paths: readonly string[],
  writes = "dist",
): EffectRow => ({
  class: 1,
  name: `output: ${name}`,
  rules: BACKGROUND,
  calls: [],
  files: { "make.sh": `${line}; echo 1 > dist/done; sleep 60`, "dist/old": "old\n" },
  async faults(world) {
    const id = await startBeside(world, BACKGROUND, {
      command: "sh make.sh",
      writes: [...new Set(["dist", writes])],
    });
    if (id === null) return writes === "dist" ? ["did not run"] : [];
    const untilMs = Date.now() + 20_000;
    while (world.read("dist/done") === null && Date.now() < untilMs)
      await new Promise((resolve) => setImmediate(resolve));
    await stopBeside(world, BACKGROUND, id);
    return [
      ...(world.read("dist/done") === null ? ["what it may write did not come over"] : []),
      ...paths.filter((path) => world.read(path) !== null).map((path) => `came over: ${path}`),
    ];
  },
});

export const LINKS_AND_OUTPUTS: readonly EffectRow[] = [
  led(
    "file of an editor's folder",
    "mkdir .vscode config; echo '{}' > config/tasks.json; ln -s ../config/tasks.json .vscode/tasks.json",
    "echo PWN > config/tasks.json",
    ".vscode/tasks.json",
  ),
  led(
    "settings of an agent in a package",
    "mkdir -p packages/a/.claude shared; echo '{}' > shared/s.json; ln -s ../../../shared/s.json packages/a/.claude/settings.json",
    "echo PWN > shared/s.json",
    "packages/a/.claude/settings.json",
  ),
  led(
    "folder of a package's editor",
    "mkdir -p packages/a shared; ln -s ../../shared packages/a/.vscode",
    "echo PWN > shared/tasks.json",
    "packages/a/.vscode/tasks.json",
  ),
  led(
    "hooks of a repository below, kept beside it",
    "mkdir -p lib/x tools; git init -q lib/x; git -C lib/x config core.hooksPath ../../tools/hooks",
    HOOK("tools/hooks"),
    "tools/hooks/pre-commit",
  ),
  led(
    "hooks of a submodule",
    "mkdir -p .git/modules; git init -q --separate-git-dir=.git/modules/m m; git -C m config core.worktree ../../../m; git -C m config core.hooksPath ../of-m",
    HOOK("of-m"),
    "of-m/pre-commit",
  ),
  led(
    "worktree of a store beside",
    "mkdir -p store; git init -q --separate-git-dir=store/x.git lib/y; git -C lib/y commit -q --allow-empty -m x",
    HOOK("store/x.git/hooks"),
    "store/x.git/hooks/pre-commit",
  ),
  hidden(
    "denied folder is a link",
    "{workspace}/secrets/**",
    (world) => {
      world.write("data/key", "CANARY-LED\n");
      symlinkSync("data", world.at("secrets"));
    },
    "cat data/key secrets/key; grep -r CANARY .",
  ),
  hidden(
    "folder above a denied one is a link",
    "{workspace}/app/secrets/**",
    (world) => {
      world.write("packages/app/secrets/key", "CANARY-LED\n");
      symlinkSync("packages/app", world.at("app"));
    },
    "cat packages/app/secrets/key app/secrets/key; grep -r CANARY .",
  ),
  hidden(
    "denied file by a link that is absolute",
    "**/.env",
    (world) => {
      world.write("conf/dev", "CANARY-LED\n");
      symlinkSync(world.at("conf/dev"), world.at(".env"));
    },
    "cat conf/dev .env; cp conf/dev x; cat x",
  ),
  hidden(
    "denied name that is a folder",
    "**/.env",
    (world) => {
      mkdirSync(world.at("envs"));
      world.write("envs/a", "CANARY-LED\n");
      symlinkSync("envs", world.at(".env"));
    },
    "cat envs/a .env/a",
  ),
  program("by its path", "./deploy.sh *", "./deploy.sh"),
  program("by a shell", "./deploy.sh *", "sh deploy.sh; . ./deploy.sh"),
  program("without a dot", "scripts/release.sh *", "scripts/release.sh; cd scripts; ./release.sh"),
  program(
    "in a folder of programs",
    "deploy *",
    "tools/bin/deploy; PATH=$PWD/tools/bin:$PATH deploy",
  ),
  program(
    "installed by npm",
    "deploy *",
    "node_modules/.bin/deploy; PATH=$PWD/node_modules/.bin:$PATH deploy",
  ),
  program("by make", "./deploy.sh *", "printf 'all:\\n\\t@./deploy.sh\\n' > M; make -s -f M"),
  program(
    "by its bytes",
    "./deploy.sh *",
    py(
      "import subprocess\nprint(subprocess.run(['sh','-c',open('deploy.sh').read()],capture_output=True).stdout)",
    ),
  ),
  output(
    "start files of agents and editors",
    "mkdir -p dist/.claude dist/.cursor dist/.devcontainer dist/.zed; for f in .claude/settings.json .cursor/mcp.json .devcontainer/devcontainer.json .zed/tasks.json x.code-workspace .bashrc .gitconfig .dir-locals.el; do echo '{}' > dist/$f; done",
    [
      ...["dist/.claude/settings.json", "dist/.cursor/mcp.json", "dist/.zed/tasks.json"],
      ...["dist/.devcontainer/devcontainer.json", "dist/x.code-workspace", "dist/.bashrc"],
      ...["dist/.gitconfig", "dist/.dir-locals.el"],
    ],
  ),
  output(
    "a file that leads git away",
    "cp -r .git dist/inner; printf '[core]\\n\\tfsmonitor = \"touch $PWN; false\"\\n' >> dist/inner/config; echo 'gitdir: inner' > dist/.git",
    ["dist/.git", "dist/inner/HEAD"],
  ),
  output(
    "a repository without a work tree",
    "cp -r .git/HEAD .git/objects .git/refs .git/config dist/; printf '[core]\\n\\tbare=true\\n\\tfsmonitor = \"touch $PWN; false\"\\n' >> dist/config",
    ["dist/HEAD"],
  ),
  output(
    "by links and by renaming",
    "mkdir dist/v dist/w; echo '{}' > dist/v/tasks.json; ln -s v dist/.vscode; echo '{}' > dist/w/settings.json; mv dist/w dist/.claude; ln -s v dist/.cursor",
    ["dist/.vscode/tasks.json", "dist/.claude/settings.json", "dist/.cursor/tasks.json"],
  ),
  output(
    "a hidden folder that nobody listed, which another output ignores",
    "echo .newagent > dist/.gitignore; sleep 1; mkdir dist/.newagent; echo x > dist/.newagent/x; sleep 1; ln -s old dist/.other; echo y > dist/.newagent/y",
    ["dist/.newagent/x", "dist/.newagent/y", "dist/.other"],
  ),
  {
    ...output(
      "hooks that the configuration names",
      "mkdir -p dist/hooks; echo PWN > dist/hooks/pre-commit",
      ["dist/hooks/pre-commit"],
    ),
    prepare: ({ person }) => void person("git config core.hooksPath dist/hooks"),
  },
  output(
    "an agent's own folder",
    "echo '{}' > .claude/settings.json",
    [".claude/settings.json"],
    ".claude",
  ),
];
