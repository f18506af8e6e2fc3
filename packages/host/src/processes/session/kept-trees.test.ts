import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TreesToKeep } from "../../sandbox/backend/sandbox.ts";
import { createKeptTrees } from "./kept-trees.ts";
import type { Holder } from "./start-holder.ts";

const holder = {
  gone: false,
  spawn: () => ({ started: Promise.resolve(null), ended: Promise.resolve({ exitCode: 0 }) }),
} as unknown as Holder;

function open() {
  const dropped: string[] = [];
  const trees = createKeptTrees({ next: () => join(tmpdir(), "toolplane-no-spool") });
  const keep = (folder: string) => (): TreesToKeep => ({
    ...{ folder, signature: folder, argv: ["true"] },
    drop: () => void dropped.push(folder),
  });
  /** Until what is kept is this. */
  const follow = async (folder: string) => {
    trees.follow({ keep: keep(folder) }, holder);
    await expect.poll(() => trees.of(holder)?.folder, { interval: 1 }).toBe(folder);
  };
  return { trees, dropped, follow, keep };
}

describe("what a holder keeps mounted", () => {
  it("stays for commands that were made ready with it when others take its place", async () => {
    const { trees, dropped, follow, keep } = open();
    // The first command of a session is not followed.
    trees.follow({ keep: keep("none") }, holder);
    await follow("first");
    // This one was made ready before.
    trees.follow({ keep: keep("again") }, holder);
    await follow("second");
    expect(dropped).toEqual([]);
    trees.close();
    expect(dropped).toEqual(["first", "second"]);
  });
});
