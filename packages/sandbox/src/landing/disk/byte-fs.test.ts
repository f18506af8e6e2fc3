import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { entriesIn } from "./byte-fs.ts";

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-entries-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "file"), "");
  symlinkSync("folder", join(folder, "link"));
  return folder;
}

const sorted = (folder: string) => entriesIn(folder).toSorted((a, b) => (a.name < b.name ? -1 : 1));

describe("what lies in a folder", () => {
  it("is told by name, with which of it are folders and no link followed", () => {
    expect(sorted(openFolder())).toEqual([
      { name: "file", isFolder: false },
      { name: "folder", isFolder: true },
      { name: "link", isFolder: false },
    ]);
  });

  it("keeps every byte of a name that is no text", () => {
    const folder = openFolder();
    mkdirSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x7a, 0xff])]));
    mkdirSync(join(folder, "zä"));
    expect(sorted(folder).slice(3)).toEqual([
      { name: "z\xc3\xa4", isFolder: true },
      { name: "z\xff", isFolder: true },
    ]);
  });

  it("cannot be told of a folder that is not there", () => {
    expect(() => entriesIn(join(openFolder(), "none"))).toThrow(/ENOENT/);
  });
});
