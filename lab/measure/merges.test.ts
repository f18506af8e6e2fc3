import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownLines } from "@toolplane/disk/merge";
import { expect, it } from "vitest";
import { sameMeaning } from "./merges/same-meaning.ts";
import { judgeAll, type MergeRow, measure } from "./merges.ts";

const JSON_SIDES = {
  base: '{\n  "a": 1\n}\n',
  ours: '{\n  "a": 1,\n  "b": 1\n}\n',
  theirs: '{\n  "a": 1,\n  "c": 1\n}\n',
};
const ROWS: readonly MergeRow[] = [
  row({
    path: "a",
    base: "1\n2\n3\n",
    ours: "x\n2\n3\n",
    theirs: "1\n2\ny\n",
    merged: "x\n2\ny\n",
    clean: true,
  }),
  row({ path: "a", base: "1\n", ours: "2\n", theirs: "3\n", merged: "3\n" }),
  row({ path: "p.json", ...JSON_SIDES, merged: '{ "c": 1, "b": 1, "a": 1 }' }),
  row({ path: "q.json", ...JSON_SIDES, merged: '{ "b": 1, "a": 1 }' }),
  row({ path: "package-lock.json", ...JSON_SIDES, merged: '{ "b": 1, "a": 1 }' }),
];

it("tells what people committed from what they did not, and names it", async () => {
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  expect(await judgeAll(ROWS, { mergeLines: ownLines, print })).toEqual({
    total: 5,
    same: 2,
    conflicts: 2,
    silently_different: 1,
    clean_merged: 1,
    resolved_merged: 0.5,
    git_clean_merged: 1,
    git_resolved_merged: 0,
  });
  expect(printed).toEqual(["o/r 0123456789 q.json: silently_different"]);
});

it("reads its rows from a folder, and merges them with git and without", async () => {
  const data = mkdtempSync(join(tmpdir(), "measure-merges-"));
  try {
    writeFileSync(join(data, "merges.jsonl"), ROWS.map((each) => JSON.stringify(each)).join("\n"));
    expect(await measure({ data, print: () => {} })).toMatchObject({
      total: 5,
      silently_different: 1,
      without_git: { total: 5, silently_different: 1 },
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

it("takes imports for the same in another order and layout, and nothing else", () => {
  const script = 'import { a, b } from "./m";\nimport c from "./c";\n\na(b, c);\n';
  const other = "import c from './c'\nimport {\n  b,\n  a,\n} from './m'\n\na(b, c);\n";
  expect(sameMeaning("x.ts", [script, other])).toBe(true);
  expect(sameMeaning("x.ts", [script, other.replace("a,", "d,")])).toBe(false);
  expect(sameMeaning("x.ts", [script, other.replace("a(b", "a(a")])).toBe(false);
  expect(sameMeaning("x.txt", [script, other])).toBe(false);
  const python = "from m import a, b\nimport c\na(b, c)\n";
  expect(sameMeaning("x.py", [python, "import c\nfrom m import (\n  b,\n  a,\n)\na(b, c)\n"])).toBe(
    true,
  );
  expect(sameMeaning("x.py", [python, "import c\nfrom m import b\na(b, c)\n"])).toBe(false);
});

function row(
  part: Partial<MergeRow> & { readonly path: string; readonly merged: string },
): MergeRow {
  const blank = { repo: "o/r", commit: "0123456789abcdef", base: "", ours: "", theirs: "" };
  return { ...blank, clean: false, ...part };
}
