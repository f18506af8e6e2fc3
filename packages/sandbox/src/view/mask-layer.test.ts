import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openMaskLayer } from "./mask-layer.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes a mask with a file in place of the whiteout, which not every user may make: here it only matters where it lies. */
function openMask(whiteout?: (fresh: boolean) => string) {
  const base = mkdtempSync(join(tmpdir(), "mask-"));
  folders.push(base);
  const root = join(base, "root");
  const folder = join(base, "mask");
  for (const path of [root, folder, join(root, "d"), join(root, "d/e")]) mkdirSync(path);
  const source = (name: string) => {
    const path = join(base, name);
    if (!existsSync(path)) writeFileSync(path, "");
    return path;
  };
  const mask = openMaskLayer({ folder, root, whiteout: whiteout ?? (() => source("whiteout")) });
  const at = (...names: readonly string[]) => new Set(names.map((name) => join(root, name)));
  return { root, folder, source, mask, at };
}

describe("a mask layer", () => {
  it("holds the names it hides and no others, whatever it hid before", () => {
    const { root, folder, mask, at } = openMask();
    expect(mask.update(at("secret", "d/e/key", "d/e"))).toEqual([]);
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(["d", "d/e", "secret"]);
    mask.update(at("d/e/key"));
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(["d", "d/e", "d/e/key"]);
    rmSync(join(root, "d/e"), { recursive: true });
    mask.update(at("d/e/key", "d/x"));
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(["d", "d/x"]);
  });

  it("looks as the folders that it stands for", () => {
    const { root, folder, mask, at } = openMask();
    chmodSync(join(root, "d"), 0o711);
    mask.update(at("d/x"));
    expect(lstatSync(join(folder, "d")).mode & 0o777).toBe(0o711);
  });

  it("tells what it could not hide, and takes a new whiteout when one has all its links", () => {
    const made: boolean[] = [];
    const full = openMask((fresh) => {
      made.push(fresh);
      if (!fresh) throw Object.assign(new RangeError("full"), { code: "EMLINK" });
      return full.source("fresh");
    });
    expect(full.mask.update(full.at("x"))).toEqual([]);
    expect(made).toEqual([false, true]);
    const none = openMask(() => "/nowhere/at/all");
    expect(none.mask.update(none.at("x"))).toEqual([join(none.root, "x")]);
  });
});
