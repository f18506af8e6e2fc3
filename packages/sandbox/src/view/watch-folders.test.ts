import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FolderWatch, watchFolders } from "./watch-folders.ts";

describe.skipIf(process.platform !== "linux")("watchFolders (needs inotify)", () => {
  let root = "";
  let watched: FolderWatch;
  const at = (name: string) => join(root, name);
  const follow = (...names: string[]) =>
    watched.follow(
      names.map(at).map((path) => ({ path: path.replace(/\/$/, ""), inode: lstatSync(path).ino })),
    );
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-watch-")));
    for (const name of ["a", "a/b"]) mkdirSync(at(name));
    writeFileSync(at("a/file"), "");
    watched = watchFolders();
  });
  afterEach(() => {
    watched.close();
    rmSync(root, { recursive: true });
  });

  it("is sure while nothing happens and while files are only written into", async () => {
    expect(follow("", "a", "a/b")).toBe(true);
    expect(await watched.unchanged()).toBe(true);
    writeFileSync(at("a/file"), "more");
    expect(await watched.unchanged()).toBe(true);
  });

  it.each([
    ["a new file", () => writeFileSync(at("a/b/new"), "")],
    ["a removed file", () => rmSync(at("a/file"))],
    ["a replaced file", () => renameSync(at("a/file"), at("a/other"))],
    ["a folder's mode", () => chmodSync(at("a/b"), 0o700)],
    ["a moved folder", () => renameSync(at("a"), at("c"))],
  ])("hears of %s at once", async (_name, change) => {
    expect(follow("", "a", "a/b")).toBe(true);
    change();
    expect(await watched.unchanged()).toBe(false);
  });

  it("watches another folder of the same name anew", async () => {
    expect(follow("", "a", "a/b")).toBe(true);
    renameSync(at("a"), at("c"));
    for (const name of ["a", "a/b"]) mkdirSync(at(name));
    expect(await watched.unchanged()).toBe(false);
    expect(follow("", "a", "a/b")).toBe(true);
    expect(await watched.unchanged()).toBe(true);
    writeFileSync(at("a/b/new"), "");
    expect(await watched.unchanged()).toBe(false);
  });

  it("is not sure of a folder that is another by now", () => {
    expect(watched.follow([{ path: at("a"), inode: 1 }])).toBe(false);
  });

  it("is not sure before it follows anything, nor where too much is to be watched", async () => {
    expect(await watched.unchanged()).toBe(false);
    const many = Array.from({ length: 20_001 }, () => ({ path: at("a"), inode: 1 }));
    expect(watched.follow(many)).toBe(false);
  });
});
