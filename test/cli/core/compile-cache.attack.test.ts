/** The cache of compiled code is used only where nobody else can write it: a writer could run code. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, PROGRAM } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
});
afterEach(() => world.remove());

function start(data: string): void {
  spawnSync(process.execPath, [PROGRAM, "version"], {
    cwd: world.workspace,
    env: { ...world.environment, NODE_COMPILE_CACHE: undefined, TOOLPLANE_DATA: data },
  });
}

/** What was written below a folder: a cache that is read is also written. */
function kept(folder: string): number {
  return readdirSync(folder, { recursive: true }).length;
}

describe("compiled code", () => {
  it("is kept in a folder of the person's own", () => {
    mkdirSync(world.data, { mode: 0o700 });
    start(world.data);
    expect(kept(join(world.data, "compiled"))).toBeGreaterThan(0);
  });

  it("is not taken from the folder that the program was started in", () => {
    mkdirSync(join(world.workspace, "data/compiled"), { recursive: true, mode: 0o700 });
    start("data");
    expect(kept(join(world.workspace, "data/compiled"))).toBe(0);
  });

  it("is not taken from a folder that others can write, nor through a link", () => {
    const compiled = join(world.data, "compiled");
    mkdirSync(compiled, { recursive: true, mode: 0o700 });
    chmodSync(world.data, 0o777);
    start(world.data);
    chmodSync(world.data, 0o700);
    chmodSync(compiled, 0o777);
    start(world.data);
    expect(kept(compiled)).toBe(0);
    const other = join(world.root, "other");
    mkdirSync(join(world.root, "elsewhere"));
    mkdirSync(other, { mode: 0o700 });
    symlinkSync(join(world.root, "elsewhere"), join(other, "compiled"));
    start(other);
    expect(kept(join(world.root, "elsewhere"))).toBe(0);
  });
});
