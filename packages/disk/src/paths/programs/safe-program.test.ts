import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { safeProgram } from "./safe-program.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "safe-program-")));
const open = join(base, "workspace");
const system = join(base, "bin");

afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(folder: string, name: string, mode = 0o755): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, "#!/bin/sh\n", { mode });
  return file;
}

describe("a program that the host itself runs", () => {
  it("is its real path", () => {
    const file = put(system, "mount");
    symlinkSync(file, join(system, "other"));
    expect(safeProgram(join(system, "other"), [open])).toBe(file);
  });

  it("never lies where a tool can write, also not behind a link", () => {
    const file = put(open, "mount");
    mkdirSync(system, { recursive: true });
    symlinkSync(file, join(system, "mount"));
    expect([safeProgram(file, [open]), safeProgram(join(system, "mount"), [open])]).toEqual([
      null,
      null,
    ]);
  });

  it("is none where nothing can be run", () => {
    expect([
      safeProgram(put(system, "text", 0o644), [open]),
      safeProgram(join(system, "absent"), []),
    ]).toEqual([null, null]);
  });
});
