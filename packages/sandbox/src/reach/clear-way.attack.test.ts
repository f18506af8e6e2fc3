import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { clearWay } from "./clear-way.ts";

/** A file below `/tmp` that is shown by itself, and a scratch folder with the person's beside it. */
function open() {
  const base = mkdtempSync("/tmp/toolplane-way-");
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const scratch = join(base, "s");
  const theirs = join(base, "theirs");
  const shown = join(base, "in/file");
  const inside = shown.slice("/tmp/".length);
  mkdirSync(scratch);
  mkdirSync(join(base, "in"));
  writeFileSync(shown, "");
  // A folder of the person's lies where the file would be made, if a link led there.
  mkdirSync(join(theirs, inside), { recursive: true });
  writeFileSync(join(theirs, inside, "kept"), "theirs");
  const isKept = () => existsSync(join(theirs, inside, "kept"));
  return { base, scratch, theirs, shown, inside, isKept };
}

describe("clearWay", () => {
  it("puts folders and an empty file in the place of what a command left on the way", () => {
    const { scratch, shown, inside, theirs, isKept } = open();
    const [first = ""] = inside.split("/");
    symlinkSync(join(theirs, first), join(scratch, first));
    clearWay(scratch, [shown]);
    expect(lstatSync(join(scratch, first)).isDirectory()).toBe(true);
    expect(lstatSync(join(scratch, inside)).isFile()).toBe(true);
    expect(isKept()).toBe(true);
  });

  it("removes nothing behind a link that a process put in the place of a folder", () => {
    const { base, scratch, shown, theirs, isKept } = open();
    rmSync(scratch, { recursive: true });
    symlinkSync(theirs, scratch);
    expect(() => clearWay(join(base, "s"), [shown])).toThrow("scratch folder was changed");
    expect(isKept()).toBe(true);
  });
});
