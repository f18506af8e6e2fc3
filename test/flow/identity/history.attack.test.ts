/**
 * A private file's copy in version control is that file, by whatever way it comes out, also when the file itself is gone.
 * SECURITY.md: "what carries a label carries it under every name: links, hard links, git's index, stash and history, and copies".
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleOf } from "../../sample.ts";
import type { FlowWorld } from "../flow-world.ts";
import { bash, git, LEVELS, openLevel, SECRET, type Step, tryLeak, waysAt } from "./flow-leak.ts";

/** Reads every object by itself, loose ones and packs, without git. */
const UNPACK = `
import os, zlib
for folder, _, files in os.walk(".git/objects"):
    for name in files:
        data = open(os.path.join(folder, name), "rb").read()
        for at in range(len(data) if name.endswith(".pack") else 1):
            if data[at:at + 1] != b"x": continue
            try: print(zlib.decompressobj().decompress(data[at:]).decode("latin1"))
            except zlib.error: pass
`;

const READS: readonly (readonly [string, readonly Step[]])[] = [
  ["git log -p", [bash("git log -p")]],
  ["git log -p of all", [bash("git log --all -p --no-color")]],
  ["git stash show -p", [bash("git stash show -p")]],
  ["git cat-file --batch", [bash("git cat-file --batch-all-objects --batch")]],
  ["git archive", [bash("git archive HEAD~1 | cat -v")]],
  ["git format-patch", [bash("git format-patch --root --stdout HEAD")]],
  ["git show of an object", [bash("git show $(git rev-parse HEAD~1:.env)")]],
  ["git cat-file of an object", [bash("git cat-file -p $(git rev-parse HEAD~1:.env)")]],
  ["git grep in a commit", [bash("git grep -h K= HEAD~1")]],
  ["git fast-export", [bash("git fast-export --all")]],
  ["git diff-tree -p", [bash("git diff-tree -p HEAD~1 HEAD")]],
  ["git unpack-file", [bash("cat $(git unpack-file $(git rev-parse HEAD~1:.env))")]],
  [
    "git checkout of the commit",
    [bash("git checkout -q HEAD~1 -- '.e*' && cat .e* ; git rm -qf --cached .env; rm -f .env")],
  ],
  [
    "git worktree",
    [bash("git worktree add -q wt HEAD~1 && cat wt/.e*; git worktree remove -f wt")],
  ],
  [
    "a clone",
    [bash("git clone -q --no-hardlinks . copied && git -C copied show HEAD~1:.env; rm -rf copied")],
  ],
  ["a script over the objects", [bash("python3 unpack.py")]],
  ["the tool git: log", [["git", { action: "show", ref: "HEAD" }]]],
  [
    "the tool git: stash show",
    [["git", { action: "stash", operation: "show" }], bash("git stash show -p")],
  ],
  ["the tool git: diff staged", [["git", { action: "diff", staged: true }]]],
];

describe.each(LEVELS)("a private file that is only in git's history, at level $level", (at) => {
  let world: FlowWorld;
  beforeAll(async () => {
    world = await openLevel(at, {
      ".env": `K=${SECRET}\n`,
      "own.txt": "ours\n",
      "unpack.py": UNPACK,
    });
    const { workspace } = world;
    git(workspace, "init", "-q", "-b", "main");
    git(workspace, "add", "-f", ".env", "own.txt");
    git(workspace, "commit", "-qm", "first");
    git(workspace, "rm", "-q", ".env");
    git(workspace, "commit", "-qm", "second");
    // A second one that no branch ever had: in a stash, and one in the index alone.
    writeFileSync(join(workspace, "secrets.json"), `{"k":"${SECRET}"}\n`);
    git(workspace, "add", "-f", "secrets.json");
    git(workspace, "stash", "-q");
    writeFileSync(join(workspace, "id_rsa"), `${SECRET}\n`);
    git(workspace, "add", "-f", "id_rsa");
    rmSync(join(workspace, "id_rsa"));
  });
  afterAll(() => world.close());

  it.each(waysAt(at, READS, sampleOf))("does not leave unasked after %s", async (_way, steps) => {
    const { shown, sent } = await tryLeak(world, steps);
    expect(shown).toContain(SECRET);
    expect(sent).toBe(false);
  });

  it("marks nothing that reads files by their names", async () => {
    expect(
      await tryLeak(world, [["read", { path: "own.txt" }], bash("cat own.txt")]),
    ).toMatchObject({
      sent: true,
    });
  });
});
