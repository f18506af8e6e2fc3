import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closePlaces, openPlaces } from "./open-places.ts";

let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "places-test-")));
  for (const name of ["ws", "extra", "home", "tmp", "docs"]) mkdirSync(join(base, name));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const open = (given: Partial<Parameters<typeof openPlaces>[0]> = {}) =>
  openPlaces(
    {
      workspace: join(base, "ws"),
      scratchParent: join(base, "tmp"),
      environment: { HOME: join(base, "home") },
      ...given,
    },
    { tmpIsScratch: false },
  );

describe("openPlaces", () => {
  it("makes private places of its own, anew each time, and takes scratch away", async () => {
    const first = await open();
    const second = await open();
    expect(first.scratch).not.toBe(second.scratch);
    expect(first.userData).toBe(join(base, "home/.local/share/toolplane"));
    for (const path of [first.scratch, first.userData])
      expect(statSync(path).mode & 0o777).toBe(0o700);
    mkdirSync(join(first.scratch, "deep"));
    symlinkSync(join(base, "docs"), join(first.scratch, "deep/link"));
    writeFileSync(join(base, "docs/kept"), "");
    await closePlaces(first);
    await closePlaces(first);
    expect([existsSync(first.scratch), existsSync(join(base, "docs/kept"))]).toEqual([false, true]);
  });

  it("resolves roots that were opened through links, and keeps the other spelling", async () => {
    symlinkSync("ws", join(base, "link"));
    const places = await open({ workspace: join(base, "link"), extraRoots: [join(base, "extra")] });
    expect(places.roots).toEqual([join(base, "ws"), join(base, "extra")]);
    expect(places.aliases).toEqual([{ from: join(base, "link"), to: join(base, "ws") }]);
  });

  it("reads open files again at every question", async () => {
    const files: string[] = [];
    const { adHoc } = await open({ adHocFiles: () => files });
    expect(adHoc()).toEqual([]);
    files.push(join(base, "docs/a"), join(base, "docs/b"), join(base, "gone/c"));
    expect(adHoc()).toEqual([join(base, "docs")]);
  });

  it("refuses a root that is none, loudly", async () => {
    writeFileSync(join(base, "file"), "");
    await expect(open({ workspace: join(base, "missing") })).rejects.toThrow("cannot be opened");
    await expect(open({ extraRoots: [join(base, "file")] })).rejects.toThrow("not a directory");
    expect((await open({ workspace: null })).roots).toEqual([]);
  });
});
