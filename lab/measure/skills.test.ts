import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { measure } from "./skills.ts";

it("counts what loads and what is warned about, and names what is wrong", async () => {
  const data = mkdtempSync(join(tmpdir(), "measure-skills-"));
  const rows = [
    {
      name: "a",
      path: "skills/a/SKILL.md",
      skill_md: "---\nname: a\ndescription: Does a.\n---\nA.",
    },
    {
      name: "b",
      path: "skills/b/SKILL.md",
      skill_md: "---\nname: b\ndescription: Use: b\n---\nB.",
    },
    { name: "c", skill_md: "---js\n1\n---\nC." },
  ];
  try {
    writeFileSync(join(data, "skills.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    const printed: string[] = [];
    const figures = await measure({ data, print: (line) => void printed.push(line) });
    expect(figures).toEqual({ total: 3, loaded: 2, warned: 1 });
    expect(printed).toEqual([
      expect.stringMatching(/^b: its front matter is no YAML/),
      "c: not loaded, its front matter is in js, and only YAML is read",
    ]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
