import { describe, expect, it } from "vitest";
import { importReader, mergeImports, type TextPiece } from "./merge-imports.ts";

function merge(path: string, pieces: readonly TextPiece[]): string | null {
  const read = importReader(path);
  if (read === null) throw new Error("no reader");
  return mergeImports(pieces, read);
}

const open = (base: string, ours: string, theirs: string): TextPiece => ({ base, ours, theirs });

describe("imports of a script", () => {
  const a = 'import { a } from "./a.ts";\n';
  const b = 'import * as b from "./b.ts";\n';
  const c = "import type C from './c.ts'\n";

  it("are those of both sides, where each is used", () => {
    expect(merge("x.ts", [a, open("", b, c), "\nb.f<C>(a);\n"])).toBe(`${a}${c}${b}\nb.f<C>(a);\n`);
  });

  it("have the names that both sides added, in the layout of ours", () => {
    const list = (...names: readonly string[]): string =>
      `import {\n  ${names.join(",\n  ")},\n} from "./l.ts";\n`;
    const rest = "one(two, three);\n";
    expect(
      merge("x.tsx", [
        open(list("one"), list("one", "two"), 'import { one, three } from "./l.ts";\n'),
        rest,
      ]),
    ).toBe(`${list("one", "three", "two")}${rest}`);
  });

  it("are whole where a hunk begins or ends inside of one", () => {
    expect(
      merge("x.mts", [
        "// top\nimport {\n  one,\n",
        open("", "  two,\n", "  three,\n"),
        '} from "./l.ts";\none(two, three);\n',
      ]),
    ).toBe('// top\nimport {\n  one,\n  three,\n  two,\n} from "./l.ts";\none(two, three);\n');
  });

  it.each<readonly [string, readonly TextPiece[]]>([
    ["a name that nothing uses", [open("", a, b), "a();\n"]],
    ["a name that is imported twice", [open("", a, 'import { a } from "./d.ts";\n'), "a();\n"]],
    [
      "a name that is imported elsewhere too",
      [a, "f();\n", open("", b, 'import { a } from "./d.ts";\n'), "a(b);\n"],
    ],
    ["a removed name that is used", [open(a + b, b, a + b + c), "a(b as C);\n"]],
    [
      "a module that both changed",
      [open(a, 'import { a, x } from "./z.ts";\n', 'import { a } from "./y.ts";\n'), "a(x);\n"],
    ],
    ["one that only runs a module", [open("", a, 'import "./effect.ts";\n'), "a();\n"]],
    ["something else in the hunk", [open("", a, "f();\n"), "a();\n"]],
    ["comments", [open("", a, 'import { /* c */ d } from "./d.ts";\n'), "a(d);\n"]],
    ["another hunk with code", [open("", a, b), "a(b);\n", open("1;\n", "2;\n", "3;\n")]],
  ])("leave %s to a person", (_name, pieces) => {
    expect(merge("x.js", pieces)).toBe(null);
  });
});

describe("imports of Python", () => {
  it("are those of both sides, also several of one module", () => {
    const base = "from m import a\nfrom m import b\n";
    const ours = "from m import a\nfrom m import b\nfrom m import c\n";
    const theirs = "import os.path\nfrom m import a\nfrom m import b\n";
    expect(merge("x.py", [open(base, ours, theirs), "os.path(a, b, c)\n"])).toBe(
      "import os.path\nfrom m import a\nfrom m import b\nfrom m import c\nos.path(a, b, c)\n",
    );
  });

  it("have the names that both sides added, in brackets or not", () => {
    expect(
      merge("x.pyi", [
        open(
          "from m import a\n",
          "from m import a, b as d\n",
          "from m import (\n    a,\n    c,\n)\n",
        ),
        "a(c, d)\n",
      ]),
    ).toBe("from m import a, c, b as d\na(c, d)\n");
  });

  it.each<readonly [string, readonly TextPiece[]]>([
    ["all names of a module", [open("", "from m import *\n", "import os\n"), "os\n"]],
    ["a line inside of a function", [open("", "    import sys\n", "    import os\n"), "os, sys\n"]],
    ["a comment", [open("", "import os  # noqa\n", "import sys\n"), "os, sys\n"]],
  ])("leave %s to a person", (_name, pieces) => {
    expect(merge("x.py", pieces)).toBe(null);
  });
});
