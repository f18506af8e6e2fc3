import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { measureSections } from "./measure-sections.ts";
import { writeResults } from "./write-results.ts";

const folder = mkdtempSync(join(tmpdir(), "toolplane-bench-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORKS = `
const row = (name, value) => ({ name, note: "", passes: [{ nodeFlags: [], measure: async () => ({ ms: value }) }] });
export const section = {
  title: "two numbers", method: [], peers: [],
  rows: [row("floor", 2), row("ours", 3)],
  lines: [{ line: "0 ours", row: "ours", floor: "floor", figure: "ms", goal: { atMost: 1 } }],
  columns: [{ figure: "ms", title: "time", show: (ms) => ms + " ms" }],
};
`;
const FAILS: Readonly<Record<string, string>> = {
  "throws when it is loaded": `throw new Error("not loaded");`,
  "cannot be prepared": `${WORKS}\nexport const prepare = async () => { throw new Error("not prepared"); };`,
  "has a row that fails": WORKS.replace("ms: value", "ms: value.missing.more"),
};

describe("a run of all sections", () => {
  it("says which section failed and keeps the others", async () => {
    const sections = new Map([...Object.entries(FAILS), ["works", WORKS]].map(fileOf));
    const heard: string[] = [];
    const measured = await measureSections({
      sections,
      rounds: 1,
      onProgress: () => {},
      onSection: ({ name }) => heard.push(name),
    });
    expect(heard).toEqual([...Object.keys(FAILS), "works"]);
    expect(measured.map(({ outcome }) => outcome?.lines[0]?.ratio ?? null)).toEqual([
      ...[null, null, null],
      1.5,
    ]);
    const table = join(folder, "RESULTS.md");
    const report = join(folder, "reports/bench.md");
    const run = { date: new Date(0), measured, versions: {}, loads: [0.5, 2] };
    writeResults({ table, report }, run);
    for (const file of [table, report]) {
      const text = readFileSync(file, "utf8");
      expect(text).toContain("- sections: 1 of 4 measured");
      expect(text).toContain("- not measured: cannot be prepared");
      expect(text).toContain("- goals: 0 of 1 met");
      expect(text).toMatch(/\| 0 ours +\| ms of ours \| 1\.50x .*missed by a factor of 1\.50/);
    }
    // Why a section could not be measured, and the rows of those that were, are in the report alone.
    expect(readFileSync(report, "utf8")).toContain("not prepared");
    expect(readFileSync(report, "utf8")).toContain("## works: two numbers");
    expect(readFileSync(table, "utf8")).not.toContain("## ");
  });
});

function fileOf([name, text]: readonly string[], index: number): [string, string] {
  const file = join(folder, `section-${index}.mjs`);
  writeFileSync(file, text ?? "");
  return [name ?? "", file];
}
