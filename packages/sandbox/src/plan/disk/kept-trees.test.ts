import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createKeptTrees, type KeptTrees, type KeptTreesOptions } from "./kept-trees.ts";
import type { TreeFolder } from "./tree-folder.ts";

interface World {
  readonly folder: string;
  open(other?: Partial<KeptTreesOptions>): KeptTrees;
}

function openWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), "kept-trees-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const world = { folder, boot: "this one", question: "**/.env" };
  return { folder, open: (other = {}) => createKeptTrees({ ...world, ...other }) };
}

const folderWith = (
  files: readonly string[],
  inside: Readonly<Record<string, TreeFolder>> = {},
) => ({
  changedMs: 1.25,
  inode: 2,
  device: 3,
  isSettled: true,
  files,
  folders: new Map<string, TreeFolder | null>(Object.entries(inside)),
});

it("gives the next process what was kept, odd names too", () => {
  const { open } = openWorld();
  const tree = folderWith(["a", "\xe9\n"], { constructor: folderWith([]), b: folderWith(["c"]) });
  open().keep(new Map([["/usr", tree]]));
  expect([...open().read()]).toEqual([["/usr", tree]]);
});

it("keeps no folder that may have changed a moment ago", () => {
  const { open } = openWorld();
  const fresh = { ...folderWith(["a"]), isSettled: false };
  open().keep(new Map([["/usr", folderWith([], { fresh })]]));
  expect(open().read().get("/usr")?.folders).toEqual(new Map([["fresh", null]]));
});

it("keeps trees of other processes beside, sixteen at most", () => {
  const { open } = openWorld();
  for (let at = 0; at < 20; at += 1) open().keep(new Map([[`/opt/${at}`, folderWith(["a"])]]));
  const kept = [...open().read().keys()];
  expect(kept).toHaveLength(16);
  expect(kept.at(-1)).toBe("/opt/19");
});

it("keeps the answers to four questions, the newest", () => {
  const { folder, open } = openWorld();
  for (let at = 0; at < 6; at += 1)
    open({ question: `${at}` }).keep(new Map([["/usr", folderWith([])]]));
  expect(readdirSync(folder)).toHaveLength(4);
  expect(open({ question: "5" }).read().size).toBe(1);
});

it.each([
  ["another run of the machine", { boot: "another" }],
  ["no run that is known", { boot: "" }],
  ["another question", { question: "**/.env*" }],
])("takes nothing from a file of %s", (_, other) => {
  const { open } = openWorld();
  open().keep(new Map([["/usr", folderWith(["a"])]]));
  expect(open(other).read().size).toBe(0);
});

it.each([
  ["is no JSON", (file: string) => writeFileSync(file, "{")],
  ["others may write", (file: string) => chmodSync(file, 0o666)],
  ["is something else", (file: string) => writeFileSync(file, '{"a":1}')],
])("takes nothing from a file that %s", (_, change) => {
  const { folder, open } = openWorld();
  open().keep(new Map([["/usr", folderWith(["a"])]]));
  change(join(folder, readdirSync(folder)[0] ?? ""));
  expect(open().read().size).toBe(0);
});

it("keeps nothing for a program that was updated while it ran", () => {
  const { folder, open } = openWorld();
  const gone = open({ module: join(folder, "gone.js") });
  gone.keep(new Map([["/usr", folderWith(["a"])]]));
  expect([gone.read().size, readdirSync(folder)]).toEqual([0, []]);
});

it("takes what is no folder for one that was not read", () => {
  const { open } = openWorld();
  open().keep(new Map([["/usr", folderWith(["a"])]]));
  open().keep(new Map([["/opt", { ...folderWith(["a"]), changedMs: "now" as never }]]));
  expect([...open().read().values()]).toEqual([folderWith(["a"]), null]);
});
