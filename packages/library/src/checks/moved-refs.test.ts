import { expect, it } from "vitest";
import { movedRefs } from "./moved-refs.ts";
import type { CheckChange } from "./run-check.ts";

const PACK = (commit: string) => `# pack-refs\n${commit} refs/heads/side\n`;
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  base: { ".git/packed-refs": PACK("aa"), ".git/refs/heads/side": "bb\n" },
  view: { ".git/packed-refs": PACK("cc") },
};

const moved = (paths: readonly string[], view = TEXTS.view) =>
  movedRefs(
    paths.map((path): CheckChange => ({ path, kind: "changed" })),
    { readText: async (side, path) => (side === "base" ? TEXTS.base : view)?.[path] ?? null },
  );

it.each([
  [".git/refs/heads/main", { folder: "", name: "refs/heads/main" }],
  ["deps/own/.git/HEAD", { folder: "deps/own", name: "HEAD" }],
  [".git/packed-refs", { folder: "", name: "refs/heads/side" }],
])("finds the ref that %s moves", async (path, ref) => {
  expect(await moved([path, ".git/index"])).toEqual({ refs: [ref], unknown: null });
});

it("moves nothing by packing, and nothing that others have", async () => {
  const packed = { ".git/packed-refs": PACK("bb") };
  const paths = [
    ".git/packed-refs",
    ".git/refs/remotes/origin/main",
    ".git/logs/HEAD",
    ".git/config",
  ];
  expect(await moved(paths, packed)).toEqual({ refs: [], unknown: null });
});

it.each([
  ".git/modules/own/refs/heads/main",
  ".git/worktrees/own/HEAD",
  ".git/reftable/tables.list",
])("knows nothing of what %s holds", async (path) => {
  expect(await moved([path])).toEqual({ refs: [], unknown: path });
});

it("does not compare by rules that the set brings along", async () => {
  const { unknown } = await moved([".git/refs/heads/main", ".git/info/attributes"]);
  expect(unknown).toBe(".git/info/attributes");
});
