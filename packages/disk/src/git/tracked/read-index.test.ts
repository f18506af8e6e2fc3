import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readIndex } from "./read-index.ts";

const NAMES = [
  ".env",
  "a.txt",
  "packages/api/src/index.ts",
  "packages/api/src/other.ts",
  "ä/ö.txt",
];

let folder: string;
const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder, ...args]);
const index = () => readFileSync(join(folder, ".git/index"));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolplane-index-"));
  for (const name of NAMES) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  git("init", "-q");
  git("add", ".");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("readIndex", () => {
  it.each([2, 4])("reads what git wrote in version %i", (version) => {
    git("update-index", "--index-version", String(version));
    expect(index().readUInt32BE(4)).toBe(version);
    const { names, complete } = readIndex(index());
    expect([...names].sort()).toEqual([...NAMES].sort());
    expect(complete).toBe(true);
  });

  it("reads version 3, which has longer flags", () => {
    git("update-index", "--index-version", "2");
    writeFileSync(join(folder, "later"), "");
    git("add", "-N", "later");
    expect(index().readUInt32BE(4)).toBe(3);
    expect(readIndex(index())).toEqual({
      names: expect.arrayContaining(["later", ...NAMES]),
      complete: true,
    });
    git("rm", "-q", "--cached", "later");
  });

  it("reads the longer names of objects", () => {
    const newer = mkdtempSync(join(tmpdir(), "toolplane-index-"));
    try {
      execFileSync("git", ["-C", newer, "init", "-q", "--object-format=sha256"]);
      writeFileSync(join(newer, "x"), "x");
      execFileSync("git", ["-C", newer, "add", "x"]);
      const bytes = readFileSync(join(newer, ".git/index"));
      expect(readIndex(bytes, 32)).toEqual({ names: ["x"], complete: true });
    } finally {
      rmSync(newer, { recursive: true, force: true });
    }
  });

  it("says that names are missing when they lie in another file", () => {
    git("update-index", "--split-index");
    expect(readIndex(index()).complete).toBe(false);
    git("update-index", "--no-split-index");
    expect(readIndex(index()).complete).toBe(true);
  });

  it("says that names are missing when it was cut, and never throws", () => {
    const bytes = index();
    for (let length = 0; length < bytes.length - 20; length += 1)
      expect([length, readIndex(bytes.subarray(0, length)).complete]).toEqual([length, false]);
  });

  it("takes any bytes", () => {
    const bytes = index();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const broken = Buffer.from(bytes);
        broken[at] = value;
        expect(readIndex(broken).names.length).toBeLessThan(1_000);
      }),
    );
  });
});
