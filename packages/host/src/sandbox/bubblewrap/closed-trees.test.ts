import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Mount } from "../plan/mount.ts";
import { closedTrees, treeMounts, treesSignature } from "./closed-trees.ts";

const NAMES = ["a", "b", "c/d"];

function closings(root: string, names: readonly string[] = NAMES): readonly Mount[] {
  return names.map((name) => ({ kind: "close-file", path: `${root}/${name}` }));
}

describe("folders in which names are closed", () => {
  const root = "/h/.tools";
  const find = (mounts: readonly Mount[], more: readonly string[] = [], taken = ["/tmp"]) =>
    closedTrees(mounts, { installations: [root, ...more], taken }).map((tree) => tree.root);

  it("are mounted once where nothing else happens in them", () => {
    expect(find([...closings(root), { kind: "read", path: "/w" }])).toEqual([root]);
  });

  it.each<[string, readonly Mount[]]>([
    ["two names only", closings(root, ["a", "b"])],
    ["something shown in it", [...closings(root), { kind: "read", path: `${root}/x` }]],
    ["something written in it", [...closings(root), { kind: "write", path: `${root}/x` }]],
    ["the folder around it shown", [{ kind: "read", path: "/h" }, ...closings(root)]],
    ["the folder around it closed", [{ kind: "close-directory", path: "/h" }, ...closings(root)]],
    ["itself closed", [{ kind: "close-directory", path: root }, ...closings(root)]],
    ["one name inside another", closings(root, [...NAMES, "a/b"])],
  ])("are not with %s", (_, mounts) => {
    expect(find(mounts)).toEqual([]);
  });

  it("are not where another folder of programs or scratch lies in them or around them", () => {
    expect(find(closings(root), [`${root}/versions/1`])).toEqual([]);
    expect(find(closings(root), ["/h"])).toEqual([]);
    expect(find(closings(root), [], ["/h"])).toEqual([]);
    expect(find(closings(root), [], [`${root}/tmp`])).toEqual([]);
  });
});

describe("what says that a mounted tree is as it was", () => {
  function world() {
    const root = mkdtempSync(join(tmpdir(), "closed-trees-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    mkdirSync(join(root, "c"));
    for (const name of NAMES) writeFileSync(join(root, name), "");
    const trees = [{ root, closed: closings(root) }];
    const signature = () => treesSignature(trees, Date.now() + 1_000);
    return { root, trees, signature, before: signature() };
  }

  it("is the same while no name came or went", () => {
    const { root, signature, before } = world();
    writeFileSync(join(root, "a"), "more");
    expect([before === null, signature()]).toEqual([false, before]);
  });

  it.each<[string, (root: string) => void]>([
    [
      "a closed name is replaced",
      (root) => {
        writeFileSync(join(root, "new"), "");
        renameSync(join(root, "new"), join(root, "a"));
      },
    ],
    ["a closed name at depth is removed", (root) => rmSync(join(root, "c/d"))],
    ["a folder on the way is another one", (root) => renameSync(join(root, "c"), join(root, "e"))],
    [
      "the folder is another one",
      (root) => {
        renameSync(root, `${root}-away`);
        onTestFinished(() => rmSync(`${root}-away`, { recursive: true, force: true }));
        mkdirSync(join(root, "c"), { recursive: true });
      },
    ],
  ])("is not when %s", (_, change) => {
    const { root, signature, before } = world();
    change(root);
    expect(signature()).not.toBe(before);
  });

  it("is nothing that can be said of a folder that changed a moment ago", () => {
    const { trees } = world();
    expect(treesSignature(trees, Date.now())).toBeNull();
  });

  it("mounts nothing where a name is a link", () => {
    const { root } = world();
    symlinkSync("/", join(root, "link"));
    const trees = [{ root, closed: closings(root, [...NAMES, "link"]) }];
    const folder = join(root, "mounted");
    const made = treeMounts(trees, {
      folder,
      programs: { sh: "sh", mount: "mount" },
      files: { closedFile: "/closed", closedDirectory: "/closed-directory" },
    });
    expect(made).toBeNull();
  });
});
