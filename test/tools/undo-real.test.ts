import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyPatchTool, undoTool, writeTool } from "@toolplane/tools";
import { afterEach, describe, expect, it } from "vitest";
import { openRealWorld, type RealFiles, type RealWorld, readTree } from "./edit-real-world.ts";

const opened: RealWorld[] = [];
afterEach(async () => {
  for (const world of opened.splice(0)) await world.close();
});

async function open(files: RealFiles): Promise<RealWorld> {
  const world = await openRealWorld([undoTool, writeTool, applyPatchTool], files);
  opened.push(world);
  return world;
}

const before = { "a.txt": "one\n", "src/b.txt": "two\n", "c.txt": "three\n" };
const patch = [
  "*** Begin Patch",
  "*** Update File: a.txt",
  "@@",
  "-one",
  "+1",
  "*** Delete File: c.txt",
  "*** Add File: new/d.txt",
  "+four",
  "*** End Patch",
].join("\n");
const after = { "a.txt": "1\n", "new/d.txt": "four\n", "src/b.txt": "two\n" };

describe("undo on this machine", () => {
  it("takes a whole patch back in one call, and makes it again", async () => {
    const { call, workspace } = await open(before);
    await call("apply_patch", { patch });
    expect(readTree(workspace)).toEqual(after);
    const undone = await call("undo", {});
    expect(undone).toMatchObject({ type: "output", data: { action: "undo" } });
    expect(readTree(workspace)).toEqual(before);
    expect(await call("undo", { action: "redo" })).toMatchObject({ type: "output" });
    expect(readTree(workspace)).toEqual(after);
  });

  it("finds a file by any name that leads to it", async () => {
    const { call, workspace } = await open(before);
    symlinkSync("src", join(workspace, "link"));
    await call("write", { path: "src/b.txt", content: "2\n" });
    await call("write", { path: "a.txt", content: "1\n" });
    expect(await call("undo", { paths: ["link/b.txt"] })).toMatchObject({
      data: { changes: [{ did: "change", undone: true }] },
      details: { diffs: [{ diff: expect.stringContaining("-two\n+2\n") }] },
    });
    expect(readTree(workspace)).toMatchObject({ "src/b.txt": "two\n", "a.txt": "1\n" });
  });

  it("changes nothing at all when one file was changed since", async () => {
    const { call, workspace } = await open(before);
    await call("apply_patch", { patch });
    writeFileSync(join(workspace, "a.txt"), "by hand\n");
    expect(await call("undo", {})).toMatchObject({ code: "conflict" });
    expect(readTree(workspace)).toEqual({ ...after, "a.txt": "by hand\n" });
  });

  it("does not follow a folder that became a link since", async () => {
    const { call, workspace } = await open(before);
    await call("write", { path: "deep/e.txt", content: "x\n" });
    const outside = join(workspace, "..", "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "e.txt"), "x\n");
    renameSync(join(workspace, "deep"), join(workspace, "moved"));
    symlinkSync(outside, join(workspace, "deep"));
    expect(await call("undo", {})).toMatchObject({ type: "error" });
    expect(readFileSync(join(outside, "e.txt"), "utf8")).toBe("x\n");
  });
});
