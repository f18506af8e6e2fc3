import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { measure as measurePermissions } from "./permissions.ts";
import { measure } from "./shell-commands.ts";

const folders: string[] = [];

function writeRows(name: string, rows: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "shell-measure-"));
  folders.push(folder);
  writeFileSync(join(folder, name), rows.map((row) => JSON.stringify(row)).join("\n"));
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("the measure shell-commands", () => {
  it("counts lines that are right, lines with a command missed, and broken ones that seem fine", async () => {
    const data = writeRows("commands.jsonl", [
      { id: "a", command: "ls | sudo cat", commands: [["ls"], ["sudo", "cat"]], bash_n: true },
      {
        id: "b",
        command: "[[ -f x ]] && timeout 5 ls",
        commands: [["timeout", "5", "ls"]],
        bash_n: true,
      },
      { id: "c", command: "ls", commands: [["ls"], ["rm"]], bash_n: true },
      { id: "d", command: "ls 'x", bash_n: false },
    ]);
    const lines: string[] = [];
    const figures = await measure({ data, print: (line) => lines.push(line) });
    expect(figures).toEqual({ total: 4, right: 3, missed: 1, unparsable_allowed: 0 });
    expect(lines).toEqual(['c: missing ["rm"], more than labelled []\n  ls']);
  });
});

describe("the measure permissions", () => {
  it("drives the judge and says why a line is stricter than its label", async () => {
    const data = writeRows("cases.jsonl", [
      { kind: "prefix-rules", allow_prefixes: ["echo"], command: "echo $(rm x)", expect: "ask" },
      { kind: "derived-prefix", allow_prefixes: ["ls"], command: "ls -la", expect: "allow" },
      { kind: "derived-prefix", allow_prefixes: ["sudo"], command: "sudo ls", expect: "allow" },
      { kind: "forced-rm", argv: ["rm"], dangerous: true },
    ]);
    const lines: string[] = [];
    const figures = await measurePermissions({ data, print: (line) => lines.push(line) });
    expect(figures).toEqual({
      total: 3,
      right: 2,
      let_through: 0,
      allow_total: 2,
      allow_unasked: 1,
      other: { "forced-rm": 1 },
    });
    expect(lines).toEqual(["stricter, rule: sudo ls", "  No rule is about shell.run ls."]);
  });
});
