import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUpper } from "./read-upper.ts";

const folder: string = mkdtempSync(join(tmpdir(), "toolplane-upper-"));
const at = (...names: string[]): string => join(folder, ...names);
const whiteout = (path: string): boolean => spawnSync("mknod", [path, "c", "0", "0"]).status === 0;
const canMake: boolean = whiteout(at("probe"));

describe.skipIf(!canMake)("a whiteout in an upper layer (needs mknod)", () => {
  beforeAll(() => {
    for (const layer of ["root", "upper", "mask"])
      mkdirSync(at(layer, "sub/in"), { recursive: true });
    for (const name of [".env", "key", "sub/.env", "sub/in/key", "plain"])
      writeFileSync(at("root", name), "theirs");
    for (const name of [".env", "sub/.env"]) whiteout(at("mask", name));
    rmSync(at("mask/sub/in"), { recursive: true });
    whiteout(at("mask/sub/in"));
    for (const name of [".env", "sub/.env", "sub/in/key", "plain", "key"])
      whiteout(at("upper", name));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is a deletion of what the command saw, and of nothing that its mask hid, in hidden folders neither", async () => {
    const roots = [{ root: at("root"), upper: at("upper"), mask: at("mask") }];
    const { changes } = await readUpper(roots, { maxUpperBytes: 1e6, maxUpperFiles: 100 });
    expect(
      changes
        .filter(({ kind }) => kind === "removed")
        .map((change) => change.at)
        .toSorted(),
    ).toEqual(["key", "plain"]);
    // A later reading has no mask.
    expect(existsSync(at("upper/.env"))).toBe(false);
  });
});
