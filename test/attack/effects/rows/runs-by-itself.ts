/** Class 1: nothing that a contained command wrote makes a later git, editor or shell of the person run it. */
import { symlinkSync } from "node:fs";
import type { EffectRow } from "../effect-row.ts";
import { node as js, python as py } from "../scripts.ts";

const PWN = '#!/bin/sh\ntouch "$PWN"\n';
const row = (name: string, ...calls: string[]): EffectRow => ({ class: 1, name, calls });

export const RUNS_BY_ITSELF: readonly EffectRow[] = [
  row(
    "hook written by python",
    py(
      `open('.git/hooks/pre-commit','w').write('''${PWN}''');import os;os.chmod('.git/hooks/pre-commit',0o755)`,
    ),
  ),
  row(
    "hooks folder replaced by rename",
    `mkdir h; printf '%s' '${PWN}' > h/pre-commit; chmod +x h/pre-commit; mv .git/hooks .git/old; mv h .git/hooks`,
  ),
  row(
    "hooks by a link",
    `mkdir h; printf '%s' '${PWN}' > h/pre-commit; chmod +x h/pre-commit; rm -rf .git/hooks; ln -s ../h .git/hooks`,
  ),
  row(
    "whole .git replaced by a copy",
    `cp -r .git g; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> g/config; mv .git old; mv g .git`,
  ),
  row(
    "whole .git replaced by a copy, python rename",
    py(`import os,shutil
shutil.copytree('.git','g')
open('g/config','a').write('[core]\\n\\tfsmonitor = "touch \\\\"$PWN\\\\"; false"\\n')
shutil.rmtree('.git'); os.rename('g','.git')`),
  ),
  row(
    ".git removed and made a file",
    `cp -r .git /tmp/g || true; cp -r .git inner; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> inner/config; rm -rf .git; echo 'gitdir: inner' > .git`,
  ),
  row(
    ".git made a link",
    `cp -r .git inner; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> inner/config; rm -rf .git; ln -s inner .git`,
  ),
  row(
    "nested .git file",
    `cp -r .git inner; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> inner/config; mkdir -p a/b; echo 'gitdir: ../../inner' > a/b/.git`,
  ),
  row(
    "nested .git link",
    `mkdir a; cp -r .git a/real; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> a/real/config; ln -s real a/.git`,
  ),
  row(
    "nested .git folder",
    `mkdir a; cp -r .git a/.git; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> a/.git/config`,
  ),
  row(
    "nested .git folder by rename of a folder above",
    `mkdir -p t/x; cp -r .git t/x/git; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> t/x/git/config; mv t/x/git t/x/.git; mv t u`,
  ),
  row(
    "nested .git in a folder that cannot be listed",
    `mkdir -p a; cp -r .git a/.git; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> a/.git/config; chmod 000 a/.git; chmod 0311 a`,
  ),
  row(
    "bare repository in a folder",
    `mkdir b; cp -r .git/HEAD .git/objects .git/refs .git/config b/; printf '[core]\\n\\tbare=true\\n\\tfsmonitor = "touch $PWN; false"\\n' >> b/config`,
  ),
  row(
    "bare repository by link of HEAD",
    `mkdir b; cp -r .git/objects .git/refs .git/config b/; cp .git/HEAD b/x; ln -s x b/HEAD; printf '[core]\\n\\tbare=true\\n\\tfsmonitor = "touch $PWN; false"\\n' >> b/config`,
  ),
  row(
    "bare repository made by renaming a folder in",
    `mkdir -p b/c; cp -r .git/HEAD .git/objects .git/refs .git/config b/c/; printf '[core]\\n\\tbare=true\\n\\tfsmonitor = "touch $PWN; false"\\n' >> b/c/config; mv b z`,
  ),
  row(
    "git config by git itself",
    `git config core.fsmonitor 'touch "$PWN"; false'; git config alias.st '!touch x'`,
  ),
  row(
    "git config --file through another path",
    `cd src; git config --file ../.git/config core.pager 'touch "$PWN"'`,
  ),
  row(
    "config by /proc/self/root",
    `printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> /proc/self/root$PWD/.git/config`,
  ),
  row(
    "config by /proc/self/cwd",
    `printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> /proc/self/cwd/.git/config`,
  ),
  row(
    "config by a descriptor opened for reading",
    py(`import os
f=os.open('.git/config',os.O_RDONLY)
for p in ('/proc/self/fd/%d'%f,'/dev/fd/%d'%f):
  try:
    g=os.open(p,os.O_WRONLY|os.O_APPEND); os.write(g,b'[core]\\n\\tfsmonitor = "touch \\\\"$PWN\\\\"; false"\\n')
  except OSError as e: print(e)`),
  ),
  row(
    "config by a folder descriptor and openat",
    py(`import os
d=os.open('.git',os.O_RDONLY)
try: os.rename('config','config.old',src_dir_fd=d,dst_dir_fd=d)
except OSError as e: print(e)
try:
  f=os.open('config',os.O_WRONLY|os.O_CREAT|os.O_TRUNC,dir_fd=d); os.write(f,b'[core]\\n\\tfsmonitor = "touch \\\\"$PWN\\\\"; false"\\n')
except OSError as e: print(e)`),
  ),
  row(
    "config by a hard link",
    py(`import os
try:
  os.link('.git/config','c'); open('c','a').write('[core]\\n\\tfsmonitor = "touch \\\\"$PWN\\\\"; false"\\n')
except OSError as e: print(e)
try:
  open('d','w').write('[core]\\n\\tfsmonitor = "touch \\\\"$PWN\\\\"; false"\\n'); os.unlink('.git/config'); os.link('d','.git/config')
except OSError as e: print(e)`),
  ),
  row(
    "config.worktree with the extension on",
    `printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' > .git/config.worktree`,
  ),
  row(
    "info/attributes with filter",
    `mkdir -p .git/info; echo '* filter=x' > .git/info/attributes`,
  ),
  row("alternates", `mkdir -p .git/objects/info; echo /tmp/o > .git/objects/info/alternates`),
  row("objects as a link", `cp -r .git/objects o; rm -rf .git/objects; ln -s ../o .git/objects`),
  row("refs as a link", `cp -r .git/refs o; rm -rf .git/refs; ln -s ../o .git/refs`),
  row(
    "rebase todo",
    `mkdir -p .git/rebase-merge; echo 'exec touch "$PWN"' > .git/rebase-merge/git-rebase-todo; echo refs/heads/main > .git/rebase-merge/head-name; git rev-parse HEAD > .git/rebase-merge/onto; git rev-parse HEAD > .git/rebase-merge/orig-head; touch .git/rebase-merge/interactive`,
  ),
  row(
    "rebase todo by renaming a folder",
    `mkdir r; echo 'exec touch "$PWN"' > r/git-rebase-todo; echo refs/heads/main > r/head-name; git rev-parse HEAD > r/onto; mv r .git/rebase-merge`,
  ),
  row(
    "commondir",
    `cp -r .git inner; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> inner/config; echo ../inner > .git/commondir`,
  ),
  row(
    "submodule's git folder",
    `mkdir -p .git/modules/m/hooks; cp .git/config .git/modules/m/config; printf '%s' '${PWN}' > .git/modules/m/hooks/post-checkout`,
  ),
  row(
    "worktree pointer",
    `mkdir -p .git/worktrees/w; echo ../../../evil > .git/worktrees/w/commondir; echo $PWD/w/.git > .git/worktrees/w/gitdir; cp .git/HEAD .git/worktrees/w/`,
  ),
  row(
    ".GIT in other letters",
    `mkdir a; cp -r .git a/.GIT; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> a/.GIT/config`,
  ),
  row(
    ".git with a zero-width joiner",
    js(
      `import fs from 'fs'; fs.mkdirSync('a/.g\\u200cit/hooks',{recursive:true}); fs.writeFileSync('a/.g\\u200cit/config','[core]')`,
    ),
  ),
  row("GIT~1", `mkdir -p a/GIT~1; cp .git/config a/GIT~1/config`),
  row("tasks.json", `mkdir .vscode; echo '{}' > .vscode/tasks.json`),
  row(
    "tasks.json by a link of the folder",
    `mkdir v; echo '{"tasks":[]}' > v/tasks.json; ln -s v .vscode`,
  ),
  row(
    "settings of an agent by a link of the folder",
    `mkdir v; echo '{"hooks":{}}' > v/settings.json; ln -s v .claude`,
  ),
  row(
    "agent's hooks by a link to a file",
    `mkdir .claude; echo '{}' > s.json; ln -s ../s.json .claude/settings.local.json`,
  ),
  row(
    "husky by a link of the folder",
    `mkdir v; printf '%s' '${PWN}' > v/pre-commit; ln -s v .husky`,
  ),
  row("idea by a link of the folder", `mkdir v; echo '<x/>' > v/workspace.xml; ln -s v .idea`),
  row("devcontainer by a link", `mkdir v; echo '{}' > v/devcontainer.json; ln -s v .devcontainer`),
  row("toolplane's own folder by a link", `mkdir v; echo '{}' > v/rules.json; ln -s v .toolplane`),
  row(
    "git hooks by link to a folder two levels up",
    `mkdir -p v/hooks a; printf '%s' '${PWN}' > v/hooks/pre-commit; ln -s ../v a/.cursor; echo '{}' > v/mcp.json`,
  ),
  row("file renamed into place", `echo '{}' > x; mkdir .vscode; mv x .vscode/settings.json`),
  row("folder renamed into place", `mkdir x; echo '{}' > x/settings.json; mv x .vscode`),
  row(
    "folder exchanged by renameat2",
    py(`import ctypes,os
os.mkdir('x'); open('x/tasks.json','w').write('{}'); os.mkdir('.vscode'); open('.vscode/extensions.json','w').write('{}')
libc=ctypes.CDLL(None,use_errno=True)
print(libc.syscall(316,-100,b'x',-100,b'.vscode',2), ctypes.get_errno())`),
  ),
  row("upper case editor file", `mkdir .VSCode; echo '{}' > .VSCode/Tasks.json`),
  row(
    "look-alike editor file",
    js(
      `import fs from 'fs'; fs.mkdirSync('.v\\u017fcode'); fs.writeFileSync('.v\\u017fcode/tasks.json','{}')`,
    ),
  ),
  row(
    "kelvin sign",
    js(
      `import fs from 'fs'; fs.mkdirSync('.hus\\u212ay'); fs.writeFileSync('.hus\\u212ay/pre-commit','x')`,
    ),
  ),
  row("trailing dot", `mkdir '.vscode.'; echo '{}' > '.vscode./tasks.json'; echo x > '.envrc '`),
  row(
    "many files, one of them protected",
    py(`import os
for i in range(3000):
  d='m/%d'%(i%50); os.makedirs(d,exist_ok=True); open(d+'/%d'%i,'w').close()
os.makedirs('m/7/.vscode'); open('m/7/.vscode/tasks.json','w').write('{}')`),
  ),
  row(
    "deep folder",
    py(`import os
p='d'+'/d'*200
os.makedirs(p+'/.vscode'); open(p+'/.vscode/tasks.json','w').write('{}')`),
  ),
  row(
    "name that is no UTF-8 beside",
    py(`import os
os.makedirs(b'x\\xff/.vscode'); open(b'x\\xff/.vscode/tasks.json','w').write('{}')`),
  ),
  row("make writes an envrc", `printf 'all:\\n\\techo x > .envrc\\n' > Makefile; make`),
  row(
    "npm script writes claude settings",
    `node -e "require('fs').mkdirSync('.claude',{recursive:true});require('fs').writeFileSync('.claude/settings.json','{}')"`,
  ),
  row("perl writes a workspace file", `perl -e 'open F,">a.code-workspace"; print F "{}"'`),
  row(
    "git clone of a prepared repository",
    `git init -q --bare /tmp/b.git 2>/dev/null; git clone -q . sub; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> sub/.git/config`,
  ),
  row(
    "git worktree add beside",
    `git worktree add -q wt 2>&1; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> .git/worktrees/wt/config.worktree`,
  ),
  row(
    "in node_modules: nested repository",
    `mkdir -p node_modules/m; cp -r .git node_modules/m/.git; printf '[core]\\n\\tfsmonitor = "touch $PWN; false"\\n' >> node_modules/m/.git/config`,
  ),
  row(
    "gitmodules with an update command",
    `printf '[submodule "m"]\\n\\tpath=m\\n\\turl=./m\\n\\tupdate=!touch "$PWN"\\n' > .gitmodules`,
  ),
  {
    ...row(
      "forged mark of the overlay",
      py(`import os
os.makedirs('src',exist_ok=True); open('src/new.ts','w').write('x')
for n in ('user.overlay.opaque','user.x.overlay.opaque','user.xoverlay.opaque','trusted.overlay.opaque'):
  try: os.setxattr('src',n,b'y'); print('set',n)
  except OSError as e: print(n,e)`),
    ),
    faults: ({ read }) => (read("src/a.ts") === null ? ["a file of the folder is gone"] : []),
  },
  ...[
    [
      "hooks folder that the configuration names",
      "git config core.hooksPath tools/hooks",
      "mkdir -p tools/hooks; printf '%s' '#!/bin/sh\ntouch \"$PWN\"\n' > tools/hooks/pre-commit; chmod +x tools/hooks/pre-commit",
    ],
    [
      "file that the configuration includes",
      "git config include.path ../shared.config",
      "printf '[core]\\n\\tfsmonitor = \"touch $PWN; false\"\\n' > shared.config",
    ],
    [
      "filter's program",
      "printf '* filter=x\\n' > .gitattributes; git config filter.x.clean ./tools/clean.sh",
      "mkdir -p tools; printf '%s' '#!/bin/sh\ntouch \"$PWN\"\ncat\n' > tools/clean.sh; chmod +x tools/clean.sh; touch README.md",
    ],
    [
      "target of a hook that is a link",
      "mkdir -p tools; printf '#!/bin/sh\\n' > tools/check; chmod +x tools/check; ln -sf ../../tools/check .git/hooks/pre-commit",
      "printf '%s' '#!/bin/sh\ntouch \"$PWN\"\n' > tools/check; chmod +x tools/check",
    ],
    [
      "hooks folder that a nested repository names",
      "mkdir -p lib/x; git init -q lib/x; git -C lib/x config core.hooksPath hooks",
      "mkdir -p lib/x/hooks; printf '%s' '#!/bin/sh\ntouch \"$PWN\"\n' > lib/x/hooks/pre-commit; chmod +x lib/x/hooks/pre-commit",
    ],
    [
      "program behind a folder that git's setting enters",
      "mkdir t; git config alias.check '!cd t && ./x.sh'; git config filter.x.clean '\"$(git rev-parse --show-toplevel)\"/t/x.sh'; echo '* filter=x' > .gitattributes",
      "mkdir -p t; printf '%s' '#!/bin/sh\ntouch \"$PWN\"\ncat\n' > t/x.sh; chmod +x t/x.sh; touch README.md",
    ],
    [
      "hooks of a repository without a work tree",
      "git init -q --bare store.git; git push -q store.git main; git -C store.git worktree add -q ../wt main",
      "printf '%s' '#!/bin/sh\ntouch \"$PWN\"\n' > store.git/hooks/pre-commit; chmod +x store.git/hooks/pre-commit",
    ],
    [
      "settings of a repository without a work tree",
      "git init -q --bare store.git; git push -q store.git main; git -C store.git worktree add -q ../wt main",
      "printf '[core]\\n\\tfsmonitor = \"touch $PWN; false\"\\n' >> store.git/config",
    ],
    [
      "program that a variable's default leads to",
      "printf '* filter=x\\n' > .gitattributes; git config filter.x.clean '${GIT_WORK_TREE:-.}/tools/clean.sh'",
      "mkdir -p tools; printf '%s' '#!/bin/sh\ntouch \"$PWN\"\ncat\n' > tools/clean.sh; chmod +x tools/clean.sh; touch README.md",
    ],
    [
      "hooks of a submodule in a worktree",
      "mkdir -p .git/worktrees/w/modules/m/hooks",
      "echo x > .git/worktrees/w/modules/m/hooks/post-checkout; cp .git/config .git/worktrees/w/modules/m/config",
    ],
  ].map(
    ([name = "", before = "", line = ""]): EffectRow => ({
      class: 1,
      name,
      calls: [line],
      prepare: ({ person }) => void person(before),
    }),
  ),
  {
    class: 1,
    name: "folder that an editor's link of the person leads to",
    files: { "config/extensions.json": "{}\n" },
    prepare: ({ at }) => symlinkSync("config", at(".vscode")),
    calls: ["echo '{}' > config/tasks.json"],
    faults: ({ read }) => (read(".vscode/tasks.json") === null ? [] : ["tasks landed"]),
  },
  {
    class: 1,
    name: "hooks of a nested repository, by the file tool",
    prepare: ({ person }) =>
      void person(
        "git init -q --bare store.git; mkdir -p lib/x; git init -q lib/x; git -C lib/x config core.hooksPath hooks",
      ),
    calls: ["store.git/hooks/post-update", "lib/x/hooks/pre-commit"].map((path) => ({
      tool: "write",
      arguments: { path, content: PWN },
    })),
    faults: ({ read }) =>
      ["store.git/hooks/post-update", "lib/x/hooks/pre-commit"].filter(
        (path) => read(path) !== null,
      ),
  },
  {
    class: 1,
    name: "hooks made in a git folder inside of a git folder",
    calls: [
      "mkdir -p .git/x/.git/hooks; echo x > .git/x/.git/hooks/pre-commit; cp .git/config .git/x/.git/config",
    ],
  },
];
