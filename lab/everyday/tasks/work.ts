/** Building, testing and moving files about. */
import type { Task } from "../task.ts";
import { ASKED_BARE, bash } from "./typed.ts";

const PACKAGE = JSON.stringify({
  name: "ledger",
  version: "1.0.0",
  scripts: { test: "sh slow-test.sh" },
});
const SLOW_TEST = "for n in 1 2 3; do echo checked $n of 3; sleep 1; done\n";
const FIVE = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`src/f${n}.txt`, "line\n"]));
const MANY = 50_000;

export const WORK_TASKS: readonly Task[] = [
  {
    name: "npm test, long, with its lines as they come",
    files: { "package.json": PACKAGE, "slow-test.sh": SLOW_TEST },
    steps: [
      {
        calls: [{ tool: "bash", arguments: { command: "npm test" } }],
        chat: [
          { keys: "test it\r", shows: /checked 1 of 3/ },
          { keys: "", shows: /All done\.[\s\S]*Enter: send/ },
        ],
        asked: 0,
        at: { none: { asked: 1, answer: "once" } },
        sees: [/✓ bash npm test/],
        heard: [/checked 3 of 3/],
      },
    ],
  },
  {
    name: "make",
    files: { Makefile: "out.txt: in.txt\n\tcp in.txt out.txt\n", "in.txt": "in\n" },
    needs: "make",
    steps: [
      {
        ...bash("make"),
        asked: 0,
        at: ASKED_BARE,
        sees: [/out\.txt/],
        holds: "cmp in.txt out.txt",
      },
    ],
  },
  {
    name: "npm version, npm ls, chmod, ln -s, mv",
    files: { "package.json": PACKAGE, "run.sh": "echo\n", "old.txt": "old\n" },
    steps: [
      {
        ...bash("npm version 1.0.1 --no-git-tag-version"),
        asked: 0,
        at: ASKED_BARE,
        holds: "grep -q 1.0.1 package.json",
      },
      // It only reads, so nobody is asked about it at any level.
      { ...bash("npm ls"), asked: 0, sees: [/ledger@1\.0\.1/] },
      {
        ...bash("chmod +x run.sh && ln -s run.sh go.sh && mv old.txt new.txt"),
        asked: 0,
        at: ASKED_BARE,
        holds: "test -x run.sh && test -L go.sh && test -e new.txt && test ! -e old.txt",
      },
    ],
  },
  {
    name: "sed over five files, its changes shown and taken back",
    files: FIVE,
    steps: [
      {
        ...bash("sed -i s/line/LINE/ src/*.txt"),
        asked: 0,
        at: ASKED_BARE,
        sees: [/src\/f1\.txt/, /src\/f5\.txt/, /- line/, /\+ LINE/],
        holds: "! grep -L LINE src/*.txt | grep .",
      },
      {
        words: ["undo", "--yes"],
        asked: 0,
        // Without a sandbox too: these few small files were read before the command ran.
        sees: [/5 files taken back/],
        holds: "! grep -l LINE src/*.txt | grep .",
      },
    ],
  },
  {
    name: `sed over ${MANY} files, taken back and made again`,
    isLong: true,
    levels: ["full", "plain"],
    before: `python3 -c "
import os
for n in range(${MANY}):
    d = 'd%d' % (n // 500)
    os.makedirs(d, exist_ok=True)
    open('%s/f%d.txt' % (d, n), 'w').write('line\\n')
"`,
    steps: [
      {
        ...bash("sed -i s/line/LINE/ d*/*.txt"),
        asked: 0,
        sees: [/50,000 files/],
        holds: "test $(grep -rl LINE d* | wc -l) = 50000",
      },
      {
        words: ["undo", "--yes"],
        asked: 0,
        sees: [/50,000 files taken back/],
        holds: "test $(grep -rl LINE d* | wc -l) = 0",
      },
      {
        words: ["redo", "--yes"],
        asked: 0,
        sees: [/50,000 files made again/],
        holds: "test $(grep -rl LINE d* | wc -l) = 50000",
      },
    ],
  },
  {
    name: "rm -rf node_modules, taken back",
    files: { "node_modules/alpha/index.js": "1\n", ".gitignore": "node_modules\n" },
    steps: [
      { ...bash("rm -rf node_modules"), asked: 0, at: ASKED_BARE, holds: "test ! -e node_modules" },
      {
        words: ["undo", "--yes"],
        asked: 0,
        holds: "test -e node_modules/alpha/index.js",
        // What lies in a folder of dependencies is not read beforehand.
        at: { none: { code: 2, sees: [/nothing to undo/], holds: "test ! -e node_modules" } },
      },
    ],
  },
  {
    name: "a file of sqlite",
    needs: "sqlite3",
    steps: [
      {
        ...bash(`sqlite3 ledger.db 'create table t(a); insert into t values (7); select a from t'`),
        asked: 0,
        at: ASKED_BARE,
        sees: [/7/],
        holds: `test "$(sqlite3 ledger.db 'select a from t')" = 7`,
      },
    ],
  },
  {
    name: "python -m venv",
    needs: "python3",
    steps: [
      {
        ...bash("python3 -m venv --without-pip .venv"),
        asked: 0,
        at: ASKED_BARE,
        holds: ".venv/bin/python -c 'import json'",
      },
    ],
  },
  {
    name: "Ctrl-C in a command",
    steps: [
      {
        ...bash("echo half > half.txt; echo begun; sleep 600"),
        asked: 0,
        stopAt: /begun|sleep 600/,
        code: 130,
        sees: [/cancelled|stopped/i],
        holds: "test ! -e half.txt",
        // Nothing holds back what a command writes without a sandbox.
        at: { none: { asked: 1, answer: "once", holds: "true" } },
      },
    ],
  },
];
