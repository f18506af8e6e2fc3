import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeWhole } from "./write-whole.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tp-write-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("writeWhole", () => {
  it("makes folders that are as closed as the file", () => {
    const file = join(folder, "a", "b", "own.json");
    writeWhole(file, "one", 0o600);
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["one", 0o600]);
    expect([modeOf(join(folder, "a")), modeOf(join(folder, "a", "b"))]).toEqual([0o700, 0o700]);
  });

  it("leaves one file, with the mode that it had, behind the link that led to it", () => {
    const file = join(folder, "own.json");
    const link = join(folder, "link.json");
    writeWhole(file, "one");
    chmodSync(file, 0o640);
    symlinkSync("own.json", link);
    writeWhole(link, "two", 0o600);
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["two", 0o640]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder)).toEqual(["link.json", "own.json"]);
  });
});
