import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { expect, it } from "vitest";
import { measure } from "./grep.ts";

const FILES: Readonly<Record<string, string>> = {
  "tool/src/main.ts": "const a = 1;\nfunction f(x) {\n  return x.y;\n}\n// TODO: more\n",
  "tool/src/other.ts": "todo()\nreturn x\n\n\nreturn y\n",
  "tool/README.md": "# Tool\r\n\r\nTODO (later)\r\n",
  "lib/.hidden.ts": "TODO\n",
  "lib/deep/er/a.py": "def f(x):\n    return x\n",
  "lib/empty": "",
};
const QUERIES = [
  { pattern: "TODO" },
  { pattern: "todo", ignoreCase: true },
  { pattern: "f(x)", fixed: true },
  { pattern: "a-b.*", fixed: true },
  { pattern: "return \\w", glob: "*.ts" },
  { pattern: "return", glob: "!*.ts" },
  { pattern: "return", path: "lib/deep" },
  { pattern: "^$" },
  { pattern: "x\\) \\{\\n.*return", multiline: true },
  { pattern: "return.*", multiline: true },
  { pattern: "nothing at all" },
];

it("counts what ripgrep itself finds as right, and anything else as wrong", async () => {
  const base = mkdtempSync(join(tmpdir(), "measure-grep-"));
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(base, "tree", path)), { recursive: true });
      writeFileSync(join(base, "tree", path), text);
    }
    const rows = QUERIES.map((query, index) => ({
      id: `q${index}`,
      ...query,
      files: ripgrep(join(base, "tree"), query),
    }));
    const edits = Object.entries(FILES).map(([path, before]) => {
      const [repo = "", ...rest] = path.split("/");
      return { repo: `owner/${repo}`, path: rest.join("/"), before };
    });
    write(join(base, "edits/edits.jsonl"), [...edits, { ...edits[0], before: "later\n" }]);
    write(join(base, "grep/queries.jsonl"), [
      ...rows,
      { ...rows[0], id: "wrong", files: { "tool/src/main.ts": 2 } },
      { ...rows[0], id: "lines", files: { "tool/src/main.ts": [5], "tool/README.md": [3] } },
    ]);
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const figures = await measure({ data: join(base, "grep"), print });
    expect(printed).toEqual(["wrong: tool/src/main.ts: 2 expected, lines 5"]);
    expect(figures).toEqual({ total: rows.length + 2, right: rows.length + 1, wrong: 1 });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

function write(path: string, rows: readonly unknown[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function ripgrep(cwd: string, query: (typeof QUERIES)[number]): Record<string, number> {
  const {
    pattern,
    glob,
    path = ".",
  } = { glob: undefined, ...query } as {
    readonly pattern: string;
    readonly glob?: string;
    readonly path?: string;
  };
  const flags = [
    ...("ignoreCase" in query ? ["--ignore-case"] : []),
    ...("fixed" in query ? ["--fixed-strings"] : []),
    ...("multiline" in query ? ["--multiline"] : []),
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
  ];
  const { stdout } = spawnSync(
    rgPath,
    ["--no-config", "--no-ignore", "--count", "--null", ...flags, "-e", pattern, path],
    { cwd },
  );
  return Object.fromEntries(
    stdout
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [name = "", count] = line.split("\0");
        return [name.replace(/^\.\//, ""), Number(count)];
      }),
  );
}
