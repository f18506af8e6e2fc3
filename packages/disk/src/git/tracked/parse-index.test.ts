import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseIndex } from "./parse-index.ts";

const NAMES = [
  ".env",
  "a.txt",
  "packages/api/src/index.ts",
  "packages/api/src/other.ts",
  "ä/ö.txt",
];

const folders: string[] = [];
function openRepository(format: string): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-index-"));
  folders.push(folder);
  execFileSync("git", ["-C", folder, "init", "-q", `--object-format=${format}`]);
  return folder;
}

function run(folder: string, args: readonly string[], input?: string): Buffer {
  return execFileSync("git", ["-C", folder, ...args], input === undefined ? {} : { input });
}

function indexOf(folder: string): Buffer {
  return readFileSync(join(folder, ".git/index"));
}

/** As `git ls-files --stage -z` writes it, in bytes. */
function listing(bytes: Buffer, hashBytes: number): string {
  const { entries, whole } = parseIndex(bytes, { hashBytes });
  expect(whole).toBe(true);
  return entries
    .map(({ mode, object, flags, name }) => {
      const stage = (flags >>> 28) & 3;
      return `${mode.toString(8).padStart(6, "0")} ${object.toString("hex")} ${stage}\t${name.toString("latin1")}\0`;
    })
    .join("");
}

function listedByGit(folder: string): string {
  return run(folder, ["ls-files", "--stage", "-z"]).toString("latin1");
}

let folder: string;
beforeAll(() => {
  folder = openRepository("sha1");
  for (const name of NAMES) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  run(folder, ["add", "."]);
});
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

describe("parseIndex", () => {
  it.each([2, 4])("reads what git wrote in version %i", (version) => {
    run(folder, ["update-index", "--index-version", String(version)]);
    expect(indexOf(folder).readUInt32BE(4)).toBe(version);
    expect(listing(indexOf(folder), 20)).toBe(listedByGit(folder));
  });

  it("reads version 3, which has longer flags", () => {
    run(folder, ["update-index", "--index-version", "2"]);
    writeFileSync(join(folder, "later"), "");
    run(folder, ["add", "-N", "later"]);
    expect(indexOf(folder).readUInt32BE(4)).toBe(3);
    expect(listing(indexOf(folder), 20)).toBe(listedByGit(folder));
    run(folder, ["rm", "-q", "--cached", "later"]);
  });

  it("names the extension of an index that is split over two files", () => {
    run(folder, ["update-index", "--split-index"]);
    expect(parseIndex(indexOf(folder), { hashBytes: 20 }).required).toEqual(["link"]);
    run(folder, ["update-index", "--no-split-index"]);
    expect(parseIndex(indexOf(folder), { hashBytes: 20 }).required).toEqual([]);
  });

  it("is not whole when the index was cut or is too long, and never throws", () => {
    const bytes = indexOf(folder);
    for (let length = 0; length < bytes.length; length += 1)
      expect([length, parseIndex(bytes.subarray(0, length), { hashBytes: 20 }).whole]).toEqual([
        length,
        false,
      ]);
    const few = parseIndex(bytes, { hashBytes: 20, maxEntries: 2 });
    expect([few.entries.length, few.whole]).toEqual([2, false]);
    expect(parseIndex(bytes, { hashBytes: 32 }).whole).toBe(false);
  });

  it("takes any bytes", () => {
    const bytes = indexOf(folder);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const broken = Buffer.from(bytes);
        broken[at] = value;
        expect(parseIndex(broken, { hashBytes: 20 }).entries.length).toBeLessThan(1_000);
      }),
    );
  });

  it("takes no name that is shorter or longer than its flags say", () => {
    const bytes = Buffer.from(indexOf(folder));
    const flagsAt = 12 + 40 + 20;
    bytes.writeUInt16BE(bytes.readUInt16BE(flagsAt) + 1, flagsAt);
    expect(parseIndex(bytes, { hashBytes: 20 })).toMatchObject({ entries: [], whole: false });
  });
});

const part = fc.constantFrom("a", "b", "ab", "x".repeat(200), "ü", "\u0001", ".", " ", '"', "\\");
const name = fc
  .array(part, { minLength: 1, maxLength: 30 })
  .map((parts) => `n${parts.join("")}`)
  .chain((first) => fc.constantFrom(first, `d/${first}`, `d/e/${first}`));
const entry = fc.record({
  name,
  mode: fc.constantFrom("100644", "100755", "120000", "160000"),
  stage: fc.constantFrom(0, 0, 0, 1, 2, 3),
});

describe.each([
  { format: "sha1", hashBytes: 20 },
  { format: "sha256", hashBytes: 32 },
])("parseIndex beside git itself, with $format", ({ format, hashBytes }) => {
  it("finds the same names, modes, objects and stages", () => {
    const own = openRepository(format);
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { maxLength: 12, selector: (each) => each.name }),
        fc.constantFrom("2", "4"),
        (entries, version) => {
          rmSync(join(own, ".git/index"), { force: true });
          const lines = entries.map(
            (each, at) =>
              `${each.mode} ${String(at + 1).padStart(hashBytes * 2, "0")} ${each.stage}\t${each.name}\0`,
          );
          run(own, ["update-index", "-z", "--index-info"], lines.join(""));
          run(own, ["update-index", "--index-version", version, "--force-write-index"]);
          expect(listing(indexOf(own), hashBytes)).toBe(listedByGit(own));
        },
      ),
      { numRuns: 15 },
    );
  });
});
