/**
 * A private file is private under each of its names: what reads it by a hard link carries the label.
 * SECURITY.md: "what carries a label carries it under every name: links, hard links, git's index, stash and history, and copies".
 */
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleOf } from "../../sample.ts";
import type { FlowWorld } from "../flow-world.ts";
import { bash, LEVELS, openLevel, SECRET, type Step, tryLeak, waysAt } from "./flow-leak.ts";

const READS: readonly (readonly [string, readonly Step[]])[] = [
  ["the file itself", [["read", { path: ".env" }]]],
  ["read", [["read", { path: "hard.txt" }]]],
  ["read in another folder", [["read", { path: "deep/er/hard.txt" }]]],
  ["grep", [["grep", { pattern: "K", path: "hard.txt" }]]],
  ["grep of a folder", [["grep", { pattern: "K", path: "deep" }]]],
  ["diff", [["diff", { path: "hard.txt", other_path: "own.txt" }]]],
  ["a program", [["code_mode", { program: 'return await tools.read({ path: "hard.txt" });' }]]],
  ["cat", [bash("cat hard.txt")]],
  ["head of a folder's file", [bash("head -1 deep/er/hard.txt")]],
  ["grep -r of a folder", [bash("grep -r K deep")]],
  ["a link to a hard link", [["read", { path: "soft.txt" }]]],
  ["cat of a link to a hard link", [bash("cat soft.txt")]],
  ["a link made by the line", [bash("ln .env made.txt && cat made.txt")]],
  ["python", [bash("python3 -c 'print(open(\"hard.txt\").read())'")]],
  ["a script", [bash("sh show.sh")]],
];

describe.each(LEVELS)("a hard link of a private file, at level $level", (at) => {
  let world: FlowWorld;
  beforeAll(async () => {
    world = await openLevel(at, {
      ".env": `K=${SECRET}\n`,
      "own.txt": "ours\n",
      "show.sh": "cat hard.txt\n",
    });
    mkdirSync(join(world.workspace, "deep/er"), { recursive: true });
    const env = join(world.workspace, ".env");
    linkSync(env, join(world.workspace, "hard.txt"));
    linkSync(env, join(world.workspace, "deep/er/hard.txt"));
    symlinkSync("hard.txt", join(world.workspace, "soft.txt"));
    writeFileSync(join(world.workspace, "deep/own.txt"), "ours\n");
  });
  afterAll(() => world.close());

  it.each(waysAt(at, READS, sampleOf))("does not leave unasked after %s", async (_way, steps) => {
    const { shown, sent } = await tryLeak(world, steps);
    expect(shown).toContain(SECRET);
    expect(sent).toBe(false);
  });

  it("marks no other file of the workspace", async () => {
    const steps: readonly Step[] = [["read", { path: "own.txt" }], bash("cat deep/own.txt")];
    expect(await tryLeak(world, steps)).toMatchObject({ sent: true });
  });
});
