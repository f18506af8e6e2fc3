import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHiddenFolders } from "./create-hidden-folders.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "hidden-")));
  mkdirSync(join(base, "ws"));
});
afterEach(() => rmSync(base, { recursive: true }));

const at = (path: string) => join(base, "ws", path);
const open = () => createHiddenFolders({ userData: join(base, "data") });
const git = (...words: string[]) => execFileSync("git", words, { cwd: join(base, "ws") });

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

describe("createHiddenFolders", () => {
  it("knows nothing without a repository, and takes one that cannot be read for a reason to ask", () => {
    expect(open().standingOf(at(".agent-x"))).toBe("unversioned");
    mkdirSync(at(".git"));
    expect(open().standingOf(at(".agent-x"))).toBe("new");
  });

  it("tells a folder with tracked files from one that is only named in the index", () => {
    git("init", "-q");
    const { standingOf } = open();
    write(".agent-x/a", "a");
    expect(standingOf(at(".agent-x"))).toBe("new");
    git("add", ".agent-x");
    expect(standingOf(at(".agent-x"))).toBe("kept");
    const came = new Set([at(".agent-x/a")]);
    expect(standingOf(at(".agent-x"), came)).toBe("new");
    rmSync(at(".agent-x"), { recursive: true });
    expect(standingOf(at(".agent-x"))).toBe("new");
    expect(standingOf(at("sub/.agent-x"))).toBe("new");
  });

  it("reads every ignore file on the way, and the one in the folder", () => {
    git("init", "-q");
    write(".gitignore", "/.one/\n");
    write("sub/.gitignore", ".tw?\n");
    write(".three/.gitignore", "*\n");
    write(".git/info/exclude", ".four\n");
    const { standingOf } = open();
    for (const folder of [".one", "sub/.two", "sub/deep/.two", ".three", ".four"])
      expect([standingOf(at(folder)), folder]).toEqual(["ignored", folder]);
    for (const folder of ["sub/.one", ".two", ".One"])
      expect([standingOf(at(folder)), folder]).toEqual(["new", folder]);
  });

  it("does not count an ignore file that a call wrote, in this process and in the next", () => {
    git("init", "-q");
    write(".gitignore", ".one\n");
    const hidden = open();
    expect(hidden.standingOf(at(".one"))).toBe("ignored");
    hidden.wrote([at("src/a.ts"), at(".gitignore")]);
    expect(hidden.standingOf(at(".one"))).toBe("new");
    expect(hidden.standingOf(at("sub/.one"))).toBe("new");
    // A further link to it writes nothing.
    linkSync(at(".gitignore"), at("other"));
    expect(open().standingOf(at(".one"))).toBe("new");
  });

  it("counts it again when somebody else wrote it, and not while one that a call removed is missing", () => {
    git("init", "-q");
    write(".gitignore", ".one\n");
    write("sub/.gitignore", "!.one\n");
    const hidden = open();
    unlinkSync(at("sub/.gitignore"));
    hidden.wrote([at(".gitignore"), at("sub/.gitignore")]);
    write(".gitignore", ".one\n# and the person's word\n");
    expect(hidden.standingOf(at(".one"))).toBe("ignored");
    expect(open().standingOf(at("sub/.one"))).toBe("new");
  });

  it("never counts one that a process beside it may write", () => {
    git("init", "-q");
    const hidden = open();
    hidden.distrust([at("out/.gitignore")]);
    write("out/.gitignore", ".one\n");
    expect(hidden.standingOf(at("out/.one"))).toBe("new");
    hidden.wrote([at("out/.gitignore")]);
    write("out/.gitignore", ".one\n.two\n");
    expect(open().standingOf(at("out/.one"))).toBe("new");
  });
});
