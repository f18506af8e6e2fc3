import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readGitSettings } from "./read-git-settings.ts";

function openFiles(files: Readonly<Record<string, string>>): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-settings-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  }
  return base;
}

const include = (path: string) => `[include]\npath = ${path}\n`;

it("reads what is included, on a condition too, and each file once", () => {
  const base = openFiles({
    a: `${include("b")}[includeIf "onbranch:x"]\npath = ~/c\n`,
    b: `${include("a")}[x]\ny = 1\n`,
    "home/c": "[x]\nz\n",
  });
  const found = readGitSettings([join(base, "a")], { home: join(base, "home") });
  expect(found).toMatchObject({ unread: false, refused: false, included: 2 });
  expect(found.settings.map(({ key, file }) => [key, file.slice(base.length)])).toEqual([
    ["include.path", "/a"],
    ["includeif.onbranch:x.path", "/a"],
    ["include.path", "/b"],
    ["x.y", "/b"],
    ["x.z", "/home/c"],
  ]);
});

it("follows a link before it goes up from there, as the system does", () => {
  const base = openFiles({
    "in/a": include("link/../b"),
    "in/b": "[x]\nwrong = 1\n",
    "far/b": "[x]\nright = 1\n",
    "far/deep/empty": "",
  });
  symlinkSync("../far/deep", join(base, "in/link"));
  const { settings } = readGitSettings([join(base, "in/a")]);
  expect(settings.at(-1)?.key).toBe("x.right");
});

it.each(["~somebody/x", "%(prefix)/x"])("does not say that it knows where %s is", (path) => {
  const base = openFiles({ a: include(path) });
  expect(readGitSettings([join(base, "a")])).toMatchObject({ unread: true, refused: false });
});

it("says what it could not read, and goes on with the rest", () => {
  const long = "#".repeat(300_000);
  const base = openFiles({ long, a: "[x]\ny = 1\n", bad: "[x\n" });
  const files = ["missing", "long", "a"].map((name) => join(base, name));
  const found = readGitSettings(files);
  expect(found).toMatchObject({ unread: true, refused: false, settings: [{ key: "x.y" }] });
  expect(readGitSettings([join(base, "bad")])).toMatchObject({ unread: false, refused: true });
});

it("includes no more files than the bound says", () => {
  const base = openFiles({ a: include("b") + include("c"), b: "", c: "" });
  const files = [join(base, "a")];
  expect(readGitSettings(files, { maxIncluded: 1 })).toMatchObject({ unread: true, included: 1 });
  expect(readGitSettings(files, { maxIncluded: 2 })).toMatchObject({ unread: false, included: 2 });
});
