import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "@toolplane/disk/inside";
import { createFakeClock } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { lockRoots } from "./lock-roots.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "locks-"));
  folders.push(folder);
  return join(folder, "locks");
}

/** Work that ends when the test calls `end`. */
function openWork() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end };
}

describe("lockRoots", () => {
  it("lets one work in a root at a time, and others in other roots meanwhile", async () => {
    const lock = { folder: openFolder(), clock: createSystemClock(), maxWaitMs: 60_000 };
    const seen: string[] = [];
    const { done, end } = openWork();
    const first = lockRoots(["/b", "/a"], lock, async () => {
      await done;
      seen.push("first");
    });
    const second = lockRoots(["/a"], lock, async () => seen.push("second"));
    await lockRoots(["/c"], lock, async () => seen.push("other"));
    end();
    await Promise.all([first, second]);
    expect(seen).toEqual(["other", "first", "second"]);
  });

  it("lets one work in a folder at a time, wherever they keep their locks", async () => {
    const root = mkdtempSync(join(tmpdir(), "root-"));
    const link = `${root}-link`;
    symlinkSync(root, link);
    folders.push(root, link);
    const clock = createSystemClock();
    const lock = (maxWaitMs: number) => ({ folder: openFolder(), clock, maxWaitMs });
    const { done, end } = openWork();
    const inside = openWork();
    const first = lockRoots([root], lock(60_000), () => {
      inside.end();
      return done;
    });
    await inside.done;
    await expect(lockRoots([realpathSync(link)], lock(0), async () => {})).rejects.toMatchObject({
      code: "unavailable",
    });
    const waits = lockRoots([root], lock(60_000), async () => "then");
    end();
    await first;
    expect(await waits).toBe("then");
  });

  it("gives up after its time, and lets go of what it held and when the work fails", async () => {
    const folder = openFolder();
    const clock = createFakeClock();
    const lock = { folder, clock, maxWaitMs: 0 };
    const { done, end } = openWork();
    const first = lockRoots(["/b"], lock, () => done);
    await expect(lockRoots(["/a", "/b"], lock, async () => {})).rejects.toMatchObject({
      code: "unavailable",
    });
    await lockRoots(["/a"], lock, async () => {});
    end();
    await first;
    const failing = lockRoots(["/b"], lock, () => Promise.reject(new RangeError("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await lockRoots(["/b"], lock, async () => "free")).toBe("free");
  });
});
