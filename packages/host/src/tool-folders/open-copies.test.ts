import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openCopies } from "./open-copies.ts";

it("removes what a process that is gone left behind, and nothing else", () => {
  const parent = mkdtempSync(join(tmpdir(), "toolplane-copies-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const running = openCopies(parent);
  // The id of a process that ran a moment ago and is gone now.
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const dead = `toolplane-tools-${pid}-1-abc`;
  mkdirSync(join(parent, dead, "inner"), { recursive: true });
  writeFileSync(join(parent, dead, "inner/index.ts"), "1");
  mkdirSync(join(parent, "precious"));
  symlinkSync(join(parent, "precious"), join(parent, `toolplane-tools-${pid}-1-link`));
  for (const name of ["toolplane-tools-mine", "else"]) mkdirSync(join(parent, name));
  const next = openCopies(parent);
  const names = readdirSync(parent);
  expect(names).not.toContain(dead);
  expect(names).toHaveLength(6);
  running.remove();
  next.remove();
  expect(readdirSync(parent)).toEqual([
    "else",
    "precious",
    `toolplane-tools-${pid}-1-link`,
    "toolplane-tools-mine",
  ]);
});
