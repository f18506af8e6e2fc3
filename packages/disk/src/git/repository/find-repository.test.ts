import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findRepository } from "./find-repository.ts";

function openFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-repository-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

it("finds the repository of a folder, however deep it lies", () => {
  const root = openFolder();
  const deep = join(root, ...Array.from({ length: 100 }, () => "d"));
  mkdirSync(deep, { recursive: true });
  expect(findRepository(deep)?.root).not.toBe(root);
  execFileSync("git", ["init", "-q", root]);
  write(root, { ".git/config": "[alias]\n\tp = push\n" });
  expect(findRepository(deep)?.root).toBe(root);
  expect(findRepository(deep)?.aliases.get("p")).toEqual(["push"]);
});

it.each([
  { HEAD: "ref: refs/heads/main\n" },
  { HEAD: "ref: refs/heads/main\n", "objects/x": "" },
  { HEAD: "main\n", "objects/x": "", "refs/x": "" },
  { "objects/x": "", "refs/x": "" },
])("passes by a folder that git takes for no repository: %j", (files) => {
  const root = openFolder();
  execFileSync("git", ["init", "-q", root]);
  for (const [name, text] of Object.entries(files)) write(root, { [`sub/.git/${name}`]: text });
  expect(findRepository(join(root, "sub"))?.root).toBe(root);
  const git = execFileSync("git", ["-C", join(root, "sub"), "rev-parse", "--show-toplevel"]);
  expect(String(git).trim()).toBe(root);
});

it("follows a pointer as git does, with all that is in its name", () => {
  const root = openFolder();
  execFileSync("git", ["init", "-q", join(root, "a")]);
  execFileSync("git", [
    "init",
    "-q",
    "--separate-git-dir",
    join(root, "kept\nhere "),
    join(root, "b"),
  ]);
  expect(findRepository(join(root, "b"))?.gitDirectory).toBe(join(root, "kept\nhere "));
  // What is before `..` is followed first.
  mkdirSync(join(root, "far/inner"), { recursive: true });
  execFileSync("git", ["init", "-q", "--bare", join(root, "far/own")]);
  symlinkSync("far/inner", join(root, "link"));
  write(root, { "c/.git": "gitdir: ../link/../own\n" });
  expect(findRepository(join(root, "c"))?.gitDirectory).toBe(join(root, "far/own"));
});

it("knows no aliases and no length of names where git refuses the settings", () => {
  const root = openFolder();
  execFileSync("git", ["init", "-q", root]);
  write(root, { ".git/config": "[alias]\n\tp = push\n[extensions]\nobjectformat = sha256\n" });
  expect(findRepository(root)).toMatchObject({ hashBytes: 32 });
  write(root, { ".git/config": "[alias]\n\tp = push\n[x\n" });
  expect(findRepository(root)).toMatchObject({ hashBytes: null, aliases: new Map() });
});

it("reads where else a repository looks from its settings, however they are written", () => {
  const root = openFolder();
  execFileSync("git", ["init", "-q", root]);
  write(root, { ".git/config": '[other]\nworktree = /no\n[core] WorkTree = "/else\\\nwhere"\n' });
  expect(findRepository(root)?.elsewhere).toEqual(["/elsewhere"]);
});
