import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyPatchTool, editTool, writeTool } from "@toolplane/tools";
import { afterEach, describe, expect, it } from "vitest";
import { openRealWorld, type RealWorld, readTree, writeFiles } from "./edit-real-world.ts";

const opened: RealWorld[] = [];
afterEach(async () => {
  for (const world of opened.splice(0)) await world.close();
});

async function open(files: Readonly<Record<string, string>>): Promise<RealWorld> {
  const world = await openRealWorld([editTool, writeTool, applyPatchTool], files);
  opened.push(world);
  return world;
}

describe("the tools that change files, on this machine", () => {
  it("keep byte order mark and line endings", async () => {
    const { call, workspace } = await open({ "a.txt": "\ufeffone\r\ntwo\r\n" });
    const read = () => readFileSync(join(workspace, "a.txt"), "utf8");
    await call("edit", { path: "a.txt", old_string: "one\ntwo", new_string: "one\n2\n3" });
    expect(read()).toBe("\ufeffone\r\n2\r\n3\r\n");
    await call("write", { path: "a.txt", content: "x\ny\n" });
    expect(read()).toBe("\ufeffx\r\ny\r\n");
    const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+z\n*** End Patch";
    await call("apply_patch", { patch });
    expect(read()).toBe("\ufeffz\r\ny\r\n");
  });

  it("serve edits of one file at the same time, and lose none", async () => {
    const lines = Array.from({ length: 8 }, (_, index) => `line ${index};`);
    const { call, workspace } = await open({ "a.txt": `${lines.join("\n")}\n` });
    const edits = lines.map((line, index) =>
      call("edit", { path: "a.txt", old_string: line, new_string: `done ${index};` }),
    );
    const results = await Promise.all(edits);
    expect(results.map(({ type }) => type)).toEqual(lines.map(() => "output"));
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe(
      lines.map((_, index) => `done ${index};\n`).join(""),
    );
  });
});

describe("a diff that git made", () => {
  const before = {
    "src/a.ts": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n",
    "src/gone.ts": "x\n",
    "name with space.md": "hello\n",
    "ü.md": "unicode\n",
    "moved.ts": "alpha\nbeta\ngamma\ndelta\nepsilon\nzeta\neta\n",
    "no-end.txt": "last line",
    "crlf.txt": "one\r\ntwo\r\n",
    "run.sh": "#!/bin/sh\n",
    "empty.txt": "",
  };

  it("leaves the tree that git leaves", async () => {
    const repository = mkdtempSync(join(tmpdir(), "edit-git-"));
    const git = (...args: readonly string[]) =>
      execFileSync("git", args, {
        cwd: repository,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: repository, GIT_CONFIG_NOSYSTEM: "1" },
      });
    git("init", "-q");
    writeFiles(repository, before);
    git("add", ".");
    const tree = git("write-tree").trim();
    const at = (path: string) => join(repository, path);
    writeFileSync(at("src/a.ts"), "zero\none\ntwo\n3\nfour\nfive\nsix\nseven\neight\nnine\n10\n");
    rmSync(at("src/gone.ts"));
    rmSync(at("empty.txt"));
    writeFileSync(at("name with space.md"), "hello there\n");
    writeFileSync(at("ü.md"), "unicode ✓\n");
    renameSync(at("moved.ts"), at("src/new place.ts"));
    writeFileSync(at("src/new place.ts"), "alpha\nbeta\ngamma\ndelta\nepsilon\nzeta\nETA\n");
    writeFileSync(at("no-end.txt"), "last line\nand one more");
    writeFileSync(at("crlf.txt"), "one\r\n2\r\n");
    chmodSync(at("run.sh"), 0o644);
    writeFiles(repository, { "new/tool.sh": "#!/bin/sh\n", "new/empty": "" });
    git("add", "--all");
    const patch = git("diff", "--cached", "--find-renames", tree);
    const expected = readTree(repository);
    rmSync(repository, { recursive: true });
    expect(patch).toContain("rename from moved.ts");

    const { call, workspace } = await open(before);
    expect(await call("apply_patch", { patch })).toMatchObject({ type: "output" });
    expect(readTree(workspace)).toEqual(expected);
  });
});
