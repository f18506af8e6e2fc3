import { describe, expect, it } from "vitest";
import { createMemoryTree, type FileNode, type TreeNode } from "./memory-tree.ts";

const file = (text: string): FileNode => ({
  kind: "file",
  bytes: new TextEncoder().encode(text),
  mode: 0o644,
  modifiedMs: 0,
});
const link = (target: string): TreeNode => ({ kind: "link", target, mode: 0o777, modifiedMs: 0 });

function treeOf(nodes: Record<string, TreeNode>) {
  const tree = createMemoryTree();
  for (const [path, node] of Object.entries(nodes)) tree.attach(path, node);
  return tree;
}

describe("createMemoryTree", () => {
  it("follows links in the middle and at the end, relative and absolute", () => {
    const tree = treeOf({
      "/data/secret/key": file("k"),
      "/ws/by-name": link("../data/secret/key"),
      "/ws/folder": link("/data"),
    });
    expect(tree.resolve("/ws/by-name").real).toBe("/data/secret/key");
    expect(tree.resolve("/ws/folder/secret/key").real).toBe("/data/secret/key");
    expect(tree.resolve("/ws/by-name", { last: "keep" })).toMatchObject({
      real: "/ws/by-name",
      node: { kind: "link" },
    });
  });

  it("resolves what is missing as far as it exists", () => {
    const tree = treeOf({
      "/data/a": file("a"),
      "/ws/out": link("/data/new/file"),
      "/ws/dir": link("../data"),
    });
    expect(tree.resolve("/ws/out")).toEqual({
      lexical: "/ws/out",
      real: "/data/new/file",
      node: null,
    });
    expect(tree.resolve("/ws/dir/x/y").real).toBe("/data/x/y");
    expect(tree.resolve("/data/a/below").node).toBeNull();
  });

  it("gives up on links that lead in a circle", () => {
    const tree = treeOf({ "/a": link("/b"), "/b": link("/a") });
    expect(() => tree.resolve("/a/x")).toThrow("too many links");
  });

  it("counts the names of a file", () => {
    const shared = file("x");
    const tree = treeOf({ "/a": shared, "/b": shared });
    expect(tree.linksOf(shared)).toBe(2);
    tree.detach("/a");
    expect(tree.linksOf(shared)).toBe(1);
    tree.attach("/b", file("y"));
    expect(tree.linksOf(shared)).toBe(0);
  });

  it("takes back everything of an attempt that fails, in place changes and new directories too", () => {
    const shared = file("x");
    const tree = treeOf({ "/a": shared, "/b": shared });
    const paths = () => tree.walk("/").map(({ path }) => path);
    expect(() =>
      tree.attempt(() => {
        tree.attach("/new/deep/file", file("n"));
        tree.detach("/b");
        tree.attempt(() => tree.attach("/inner", file("i")));
        tree.overwrite(shared, new TextEncoder().encode("changed"), 5);
        throw new TypeError("half way");
      }),
    ).toThrow("half way");
    expect(paths()).toEqual(["/a", "/b"]);
    expect({ text: new TextDecoder().decode(shared.bytes), links: tree.linksOf(shared) }).toEqual({
      text: "x",
      links: 2,
    });
  });

  it("refuses to put something below a file", () => {
    const tree = treeOf({ "/a": file("x") });
    expect(() => tree.attach("/a/b", file("y"))).toThrow("is not a directory");
  });
});
