import { describe, expect, it } from "vitest";
import { type Language, languageOf, startsNothing } from "./starts-nothing.ts";

const isPlain = (language: Language, text: string): boolean =>
  startsNothing({ language, text, isOwnModule: (name) => name === "ours" });

describe("inline code that can be seen to start nothing", () => {
  it.each<[Language, string]>([
    ["python", "print(sum(range(10)))"],
    ["python", "import json, sys; print(json.load(sys.stdin)['version'])"],
    ["python", "import os\nfor name in os.listdir('.'):\n    print(name)"],
    ["python", "from pathlib import Path\nprint(Path('x').read_text())"],
    ["python", "import re; print(re.compile('a').findall('aa'))"],
    ["python", "print('the system runs exec and eval')  # os.system"],
    ["python", "import xml.etree.ElementTree as ET"],
    ["python", "import ours; print(ours.__version__)"],
    ["python", "if __name__ == '__main__': print('✓')"],
    ["python", "import sqlite3; sqlite3.connect('x').execute('select 1')"],
    ["javascript", "console.log(1 + 1)"],
    ["javascript", "const p = require('./package.json'); console.log(p.scripts['a-b'])"],
    [
      "javascript",
      "const fs=require('node:fs'); console.log(fs.readFileSync('x','utf8').split('\\n').length)",
    ],
    ["javascript", "import { a } from './src/a.js'; console.log(a([1, 2][0]))"],
    ["javascript", "process.stdin.on('data', d => process.stdout.write(d))"],
    ["javascript", "Object.keys(process.env).forEach(k => console.log(k, process.env[k]))"],
    ["perl", "print if /total/"],
    ["perl", "s/colour/color/g"],
    ["perl", '$sum += $F[1]; END { print "$sum\\n" }'],
  ])("%s: %s", (language, text) => {
    expect(isPlain(language, text)).toBe(true);
  });
});

describe("inline code that may start something", () => {
  it.each<[Language, string]>([
    ["python", "import os; os.system('git push')"],
    ["python", "from os import *\nsystem('git push')"],
    ["python", "import subprocess as s; s.run(['git', 'push'])"],
    ["python", "__import__('os').popen('git push')"],
    ["python", "import os; getattr(os, 'sys' + 'tem')('git push')"],
    ["python", "import glob; glob.os.execvp('git', ['git', 'push'])"],
    ["python", "import sys; sys.modules['o' + 's']"],
    ["python", "import os as o; o.ſystem('git push')"],
    ["python", "exec(open('x').read())"],
    ["python", "print(f\"{__import__('os').system('git push')}\")"],
    ["python", "if 1: import pty; pty.spawn('git')"],
    ["python", "import \\\n sh; sh.git('push')"],
    ["python", "import sh, json"],
    ["python", "'''x''' and eval('1')"],
    ["python", "json.loads('') ; import json.tool, pexpect"],
    ["javascript", "require('child_process').execSync('git push')"],
    ["javascript", "require('child_' + 'process')"],
    ["javascript", "require(`child_process`)"],
    ["javascript", "const r = require; r('x')"],
    ["javascript", "import('node:child_process')"],
    ["javascript", "import c from 'node:child_process'"],
    ["javascript", "process.binding('spawn_sync')"],
    ["javascript", "process['bind' + 'ing']"],
    ["javascript", "const p = process; p.mainModule"],
    ["javascript", "/'/;process.binding('x');/'/"],
    ["javascript", "[]['con' + 'structor']"],
    ["javascript", "a[`$" + "{b}`]"],
    ["javascript", "new Function('x')"],
    ["javascript", "require('shelljs').exec('git push')"],
    ["javascript", "this['require']"],
    ["perl", "system 'git push'"],
    ["perl", "`git push`"],
    ["perl", "print qx(git push)"],
    ["perl", "open(F, 'git push|')"],
    ["perl", "s/x/foo()/e"],
    ["perl", "&{'x'}()"],
    ["perl", "use POSIX;"],
  ])("%s: %s", (language, text) => {
    expect(isPlain(language, text)).toBe(false);
  });

  it("counts as that when it is longer than anybody reads", () => {
    expect(isPlain("python", `${" ".repeat(19_999)}1`)).toBe(true);
    expect(isPlain("python", `${" ".repeat(20_000)}1`)).toBe(false);
  });
});

describe("languageOf", () => {
  it("knows interpreters by their names, and no others", () => {
    expect(["python3.12", "pypy", "node", "nodejs", "perl"].map(languageOf)).toEqual([
      ...["python", "python", "javascript", "javascript", "perl"],
    ]);
    expect(["ruby", "php", "pythonic", "perldoc"].map(languageOf)).toEqual([
      ...[null, null, null, null],
    ]);
  });
});
