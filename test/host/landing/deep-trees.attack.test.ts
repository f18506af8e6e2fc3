/** Trees that a program nested deeper than any path can name. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearTree, createHandleOpener, removeTree } from "@toolplane/disk/inside";
import { readUpper } from "@toolplane/sandbox/inside";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const openHandle = createHandleOpener();
let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-deep-")));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** So many folders inside one another, the last of them closed. */
function nest(name: string, levels: number, each: string): void {
  const code = `import os,sys
os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])
for _ in range(int(sys.argv[2])):
  os.mkdir(sys.argv[3]); os.chdir(sys.argv[3])
open('file','w').close(); os.chmod('.',0)`;
  const ran = spawnSync("python3", ["-c", code, join(base, name), String(levels), each]);
  expect(ran.status).toBe(0);
}

describe.skipIf(!hasPython)("a tree that is deeper than paths are long (needs python3)", () => {
  it.each([
    { levels: 3_000, each: "dddddddddd" },
    { levels: 40, each: "d".repeat(250) },
  ])("is removed whole: $levels levels", ({ levels, each }) => {
    nest("layer", levels, each);
    clearTree(join(base, "layer"));
    nest("scratch", levels, each);
    const parent = openHandle(base, "keep");
    if (parent === null) throw new Error("the folder is gone");
    removeTree(openHandle, parent, { name: "scratch", closed: "too" });
    parent.close();
    expect(readdirSync(base)).toEqual([]);
  });

  it.each([
    { levels: 1_000, each: "dddddddddd" },
    // Short enough to be named, and deeper than our own stack.
    { levels: 1_500, each: "d" },
  ])(
    "is too large to be read as what a command changed: $levels levels",
    async ({ levels, each }) => {
      nest("upper", levels, each);
      nest("root", 0, "d");
      const roots = [{ root: join(base, "root"), upper: join(base, "upper"), mask: undefined }];
      const bounds = { maxUpperBytes: 1e6, maxUpperFiles: 1e6 };
      await expect(readUpper(roots, bounds)).rejects.toMatchObject({ code: "too_large" });
      clearTree(join(base, "upper"));
      clearTree(join(base, "root"));
    },
  );
});
