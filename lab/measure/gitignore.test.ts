import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { measure } from "./gitignore.ts";

it("tells what the tool shows from what it leaves out, and names what is wrong", async () => {
  const data = mkdtempSync(join(tmpdir(), "measure-gitignore-"));
  const rows = [
    { gitignore: "*.log\n", path: "a/b.log", ignored: true },
    { gitignore: "*.log\n", path: "a/b.txt", ignored: false },
    { gitignore: "{a,b}\n", path: "{a,b}", ignored: true },
    { gitignore: "{a,b}\n", path: "a", ignored: false },
    { gitignore_ref: "T", path: "build/", ignored: true },
    { gitignore_ref: "T", path: "src/", ignored: false },
    { gitignore: "*\n!*/\n", path: "src/", ignored: false },
    { gitignore: "[[:alpha:]]\n", path: ".h/x", ignored: true },
    { gitignore: "a\\*b\n", path: "a*b", ignored: true },
    { gitignore: "a\n", path: "a", ignored: false },
  ];
  try {
    writeFileSync(join(data, "cases.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    writeFileSync(join(data, "templates.json"), JSON.stringify({ T: "build/\n" }));
    const printed: string[] = [];
    const figures = await measure({ data, print: (line) => void printed.push(line) });
    expect(printed).toEqual(['row-10 "a": left out']);
    expect(figures).toEqual({ total: 10, right: 9, wrong: 1 });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
