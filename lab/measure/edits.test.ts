import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { measure as measurePatches } from "./apply-patch.ts";
import { measure } from "./edits.ts";
import { measure as measureSlips } from "./slips.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function writeRows(files: Readonly<Record<string, readonly object[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), "edits-"));
  folders.push(folder);
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(folder, name), rows.map((row) => JSON.stringify(row)).join("\n"));
  return folder;
}

const row = {
  id: "e1",
  path: "a.ts",
  before: "  one();\n  two();\n",
  after: "  one();\n  2();\n",
  edits: [{ old_string: "  two();\n", new_string: "  2();\n" }],
  unified_diff: "--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n   one();\n-  two();\n+  2();\n",
  v4a_patch: "*** Begin Patch\n*** Update File: a.ts\n@@\n-  two();\n+  2();\n*** End Patch\n",
};
const flawed = (kind: string, expected: string, old: string, next = "  2();\n") => ({
  edit_id: "e1",
  kind,
  expect: expected,
  old_string: old,
  new_string: next,
});

describe("the measure edits", () => {
  it("counts what is right, recovered, and silently wrong", async () => {
    const lines: string[] = [];
    const data = writeRows({
      "edits.jsonl": [row, { ...row, id: "e2", v4a_patch: null, after: "  one();\n  zwei();\n" }],
      "noisy.jsonl": [
        flawed("space", "after-or-reject", "  two();  \n"),
        flawed("name", "reject", "  deux();\n"),
        flawed("judged wrong", "reject", "  two();\n"),
      ],
      "commits.jsonl": [
        {
          before: { "a.ts": row.before },
          after: { "a.ts": row.after },
          git_diff: row.unified_diff,
        },
      ],
    });
    expect(await measure({ data, print: (line) => lines.push(line) })).toEqual({
      total: 14,
      right: 9,
      wrong: 5,
      recoverable: 1,
      recovered: 1,
      edits: 2,
      edits_right: 1,
      diffs: 2,
      diffs_right: 1,
      commits: 1,
      commits_right: 1,
      v4a: 1,
      v4a_right: 1,
      crlf: 5,
      crlf_right: 3,
    });
    expect(lines).toContain("e2 diff: silently wrong");
    expect(lines).toContain("e1 judged wrong: silently wrong");
  });
});

describe("the measure slips", () => {
  it("counts what is applied as it was meant, and what is refused", async () => {
    const figures = await measureSlips({ data: writeRows({ "edits.jsonl": [row] }) });
    expect(figures).toMatchObject({ wrong: 0 });
    const { total, applied, refused } = figures as Record<string, number>;
    expect(Math.min(applied ?? 0, refused ?? 0)).toBeGreaterThan(20);
    expect(total).toBe((applied ?? 0) + (refused ?? 0));
  });
});

describe("the measure apply-patch", () => {
  it("takes an unchanged tree for right where a patch must fail", async () => {
    const input = { "a.txt": "a\n" };
    const patch = (text: string) => `*** Begin Patch\n${text}\n*** End Patch\n`;
    const update = patch("*** Update File: a.txt\n@@\n-a\n+b");
    const broken = patch("*** Add File: b.txt\n+b\n*** Delete File: no.txt");
    const data = writeRows({
      "scenarios.jsonl": [
        { id: "1", patch: update, input, expected: { "a.txt": "b\n" }, shouldFail: false },
        { id: "2", patch: broken, input, expected: { ...input, "b.txt": "b\n" }, shouldFail: true },
        { id: "3", patch: update, input, expected: input, shouldFail: true },
        { id: "4", patch: broken, input, expected: input, shouldFail: false },
        { id: "5", patch: update, input, expected: input, shouldFail: false },
      ],
    });
    const lines: string[] = [];
    expect(await measurePatches({ data, print: (line) => lines.push(line) })).toEqual({
      total: 5,
      right: 2,
      wrong: 3,
    });
    expect(lines.map((line) => line.slice(0, 12))).toEqual([
      "3: went thro",
      "4: refused: ",
      "5: left anot",
    ]);
  });
});
