/** Everyday work with git, as tasks. */
import type { Task } from "../task.ts";
import { ASKED_BARE, bash } from "./typed.ts";

export const GIT_TASKS: readonly Task[] = [
  {
    name: "git status and log",
    steps: [
      { ...bash("git status --short"), asked: 0, sees: [/\?\? new\.txt/] },
      { ...bash("git log --oneline"), asked: 0, sees: [/first/] },
    ],
    before: "echo x > new.txt",
  },
  {
    name: "edit, add and commit",
    files: { "total.js": "export const total = 1;\n" },
    steps: [
      {
        words: [
          "call",
          "edit",
          "total.js",
          "--old-string",
          "total = 1",
          "--new-string",
          "total = 2",
        ],
        asked: 0,
        sees: [/total = 2/],
      },
      {
        ...bash("git add -A && git commit -qm second"),
        asked: 0,
        at: ASKED_BARE,
        holds: 'test "$(git log -1 --format=%s)" = second && git diff --quiet HEAD',
      },
      {
        words: ["undo", "--yes"],
        asked: 0,
        sees: [/taken back/],
        holds: 'test "$(git log -1 --format=%s)" = first',
        at: {
          // Of a commit that nothing held, only the edit before it is known.
          none: {
            holds: 'test "$(git log -1 --format=%s)" = second && grep -q "total = 1" total.js',
          },
        },
      },
    ],
  },
  {
    name: "git push to a repository in an added folder",
    before: "git init -q --bare ../remote.git && git remote add origin $PWD/../remote.git",
    steps: [
      {
        words: ["call", "bash", "git push -q origin main", "--add-dir", "../remote.git:write"],
        asked: 0,
        at: ASKED_BARE,
        holds: 'test "$(git -C ../remote.git log -1 --format=%s main)" = first',
      },
    ],
  },
  {
    name: "git push to a repository that is not opened",
    levels: ["full"],
    before: "git init -q --bare ../remote.git && git remote add origin $(realpath ../remote.git)",
    steps: [
      {
        ...bash("git push -q origin main"),
        asked: 0,
        code: 1,
        // The folder is there; what is wrong is that commands do not see it, and how that is mended.
        sees: [/remote\.git/, /[Oo]utside the workspace|--add-dir/],
        holds: "! git -C ../remote.git log -1 main 2>/dev/null",
      },
    ],
  },
  {
    name: "git stash, stash pop, checkout -b",
    before: "echo changed >> README.md",
    steps: [
      { ...bash("git stash -q"), asked: 0, at: ASKED_BARE, holds: "git diff --quiet" },
      { ...bash("git stash pop -q"), asked: 0, at: ASKED_BARE, holds: "! git diff --quiet" },
      {
        ...bash("git checkout -q -b topic"),
        asked: 0,
        at: ASKED_BARE,
        holds: 'test "$(git branch --show-current)" = topic',
      },
    ],
  },
  {
    name: "git config user.name",
    steps: [
      {
        ...bash("git config user.name other"),
        asked: 1,
        code: 3,
        // Both: that it asks, and why somebody should care.
        sees: [/\.git\/config/, /programs|hooks|git configuration/],
        holds: 'test "$(git config user.name)" = Mira',
      },
      {
        ...bash("git config user.name other"),
        asked: 1,
        answer: "once",
        holds: 'test "$(git config user.name)" = other',
      },
    ],
  },
  {
    name: "write a git hook",
    steps: [
      {
        words: ["call", "write", ".git/hooks/pre-commit", "--content", "#!/bin/sh\n"],
        asked: 1,
        code: 3,
        sees: [/hooks run programs|git.* runs? /],
        never: [/it lies in a git\s*$/],
        holds: "test ! -e .git/hooks/pre-commit",
      },
    ],
  },
];
