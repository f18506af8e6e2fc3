/** A project as people have them: sources, tests, a Makefile, tools below `node_modules`, a repository, and a secret that git ignores. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const tool = (name: string): string =>
  `#!/usr/bin/env node\nconsole.log(${JSON.stringify(name)}, process.argv.length - 2);\n`;

const FILES: Readonly<Record<string, string>> = {
  "package.json": json({
    name: "everyday",
    version: "1.0.0",
    private: true,
    type: "module",
    scripts: {
      test: "node --test test/",
      build: "node scripts/build.js",
      lint: "eslint src",
    },
  }),
  "package-lock.json": json({
    name: "everyday",
    version: "1.0.0",
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name: "everyday", version: "1.0.0" } },
  }),
  "README.md": "# Everyday\n\nThe colour of a project.\n\nnpm test\n",
  ".gitignore": "node_modules/\ndist/\n.env\n*.o\n__pycache__/\n",
  ".env": "TOKEN=everyday-canary\n",
  "src/sum.js":
    "/** total */\nexport const total = (list) => list.reduce((sum, n) => sum + n, 0);\n",
  "src/list.js": "export const list = [1, 2, 3];\n",
  "src/main.js":
    'import { list } from "./list.js";\nimport { total } from "./sum.js";\nconsole.log(total(list));\n',
  "test/sum.test.js":
    'import assert from "node:assert";\nimport { test } from "node:test";\nimport { total } from "../src/sum.js";\ntest("sums", () => assert.equal(total([1, 2]), 3));\n',
  "scripts/build.js":
    'import { mkdirSync, writeFileSync } from "node:fs";\nmkdirSync("dist", { recursive: true });\nwriteFileSync("dist/out.txt", "built\\n");\n',
  "scripts/hello.sh": '#!/bin/sh\necho "hello $1"\n',
  "scripts/vars.sh": "GREETING=hello\n",
  "scripts/report.py":
    "import csv, sys\nwith open(sys.argv[1]) as f:\n    print(len(list(csv.reader(f))))\n",
  "pytests/test_sum.py":
    "import unittest\nclass T(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(sum([1, 2]), 3)\n",
  "native/hello.c": '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n',
  Makefile:
    "all: dist/made.txt\ndist/made.txt: src/sum.js\n\tmkdir -p dist\n\tcp $< $@\ntest:\n\tnode src/main.js\nclean:\n\trm -rf dist\n.PHONY: all test clean\n",
  "data/sales.csv": "item,cents\ntea,250\nmilk,120\ntea,260\n",
  "data/words.txt": "alpha\nbeta\ngamma\n",
  "old.tmp": "",
  "native/old.o": "",
  "node_modules/.bin/tsc": tool("tsc"),
  "node_modules/.bin/vitest": tool("vitest"),
  "node_modules/.bin/eslint": tool("eslint"),
  "node_modules/.bin/prettier": tool("prettier"),
};

/** Writes the project into an empty folder and commits it twice. */
export function makeEverydayProject(folder: string, home: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (text.startsWith("#!")) chmodSync(path, 0o755);
  }
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = A Person\n\temail = person@example.com\n",
  );
  const git = (...words: readonly string[]) =>
    execFileSync("git", words, { cwd: folder, env: { ...process.env, HOME: home }, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "Start");
  writeFileSync(join(folder, "src/list.js"), "export const list = [1, 2, 3, 4];\n");
  git("commit", "-q", "-am", "A longer list");
}
