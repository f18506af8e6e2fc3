import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createGroupSync } from "./group-sync.ts";
import { createWalSync } from "./wal-sync.ts";

const folder = mkdtempSync(join(tmpdir(), "tp-wal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = join(folder, "log");
writeFileSync(log, "frames");

const neverAsked = () => {
  throw new TypeError("no checkpoint is needed");
};

describe("createWalSync", () => {
  it("waits for a fast disk, and lets the loop go on while a slow one writes", async () => {
    let stepMs = 0;
    let timeMs = 0;
    const nowMs = () => {
      timeMs += stepMs;
      return timeMs;
    };
    const sync = createWalSync({ path: log, nowMs, checkpoint: neverAsked });
    expect(sync.sync()).toBeUndefined();
    stepMs = 20;
    expect(sync.sync()).toBeUndefined();
    const slow = sync.sync();
    expect(slow).toBeInstanceOf(Promise);
    stepMs = 0;
    await slow;
    await sync.sync();
    expect(sync.sync()).toBeUndefined();
    sync.close();
    sync.close();
  });

  // A device that cannot be synced stands for a disk that failed.
  it("takes nothing for written after a sync failed, until a checkpoint went through", () => {
    let canCheckpoint = false;
    const checkpoint = () => canCheckpoint;
    const sync = createWalSync({ path: "/dev/null", nowMs: () => 0, checkpoint });
    expect(() => sync.sync()).toThrow(/EINVAL/);
    expect(() => sync.sync()).toThrow(/not written out/);
    canCheckpoint = true;
    expect(sync.sync()).toBeUndefined();
    sync.close();
  });

  it("has nothing to do for a database in memory", () => {
    const sync = createWalSync({ path: null, nowMs: () => 0, checkpoint: neverAsked });
    expect(sync.sync()).toBeUndefined();
  });
});

describe("createGroupSync", () => {
  it("syncs once for all who wait, and once more for those who came meanwhile", async () => {
    const syncs: (() => void)[] = [];
    const sync = () => new Promise<void>((resolve) => syncs.push(resolve));
    const group = createGroupSync({ sync, close: () => {} });
    const heard: string[] = [];
    const wait = (name: string) =>
      new Promise<void>((resolve) =>
        group.add({ done: () => resolve(void heard.push(name)), failed: () => resolve() }),
      );
    const early = [wait("a"), wait("b")];
    group.run();
    group.committed();
    const late = [wait("c"), wait("d")];
    group.run();
    expect(syncs).toHaveLength(1);
    syncs[0]?.();
    await Promise.all(early);
    await new Promise((resolve) => setImmediate(resolve));
    expect([heard, syncs.length]).toEqual([["a", "b"], 2]);
    syncs[1]?.();
    await Promise.all(late);
    expect(heard).toEqual(["a", "b", "c", "d"]);
    const idle = wait("nothing was committed since");
    group.run();
    await idle;
    expect(syncs).toHaveLength(2);
  });
});
