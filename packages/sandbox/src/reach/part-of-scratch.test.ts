import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { APART_HOME } from "../backend/sandbox.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import { partOfScratch } from "./part-of-scratch.ts";

function open() {
  const whole = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-part-")));
  onTestFinished(() => rmSync(whole, { recursive: true, force: true }));
  const [own, other, home] = ["own", "other", ".home"].map((name) => join(whole, name));
  for (const folder of [own, other, home]) mkdirSync(folder as string);
  const show = (mounts: readonly Mount[], starts: readonly string[] = []) =>
    partOfScratch(
      { scratch: { folder: own as string, home: home as string }, env: { HOME: APART_HOME } },
      { mounts, starts, configuration: "/nowhere" },
      whole,
    );
  return { whole, own: own as string, other: other as string, home: home as string, show };
}

describe("partOfScratch", () => {
  it("shows a command its session's folder and a home apart, and nothing beside them", () => {
    const { own, other, home, show } = open();
    const workspace: Mount = { kind: "read", path: "/ws" };
    const { scratch, mounts, env } = show([
      workspace,
      { kind: "write", path: other },
      { kind: "write", path: own },
      { kind: "close-file", path: join(own, ".env") },
    ]);
    expect(scratch).toBe(own);
    expect(mounts).toEqual([
      workspace,
      { kind: "write", path: own },
      { kind: "close-file", path: join(own, ".env") },
      { kind: "write", path: APART_HOME, source: home },
    ]);
    expect(env.HOME).toBe(APART_HOME);
  });

  it.each(["around", "itself"])("empties what is beside it where %s is shown", (which) => {
    const { whole, own, other, show } = open();
    const path = which === "around" ? tmpdir() : whole;
    const { mounts } = show([
      { kind: "read", path },
      { kind: "read", path: other },
    ]);
    const shown = mounts.filter((mount) => mount.path.startsWith(whole));
    expect(shown).toEqual(
      which === "around"
        ? [
            { kind: "sparse", path: whole },
            { kind: "write", path: own },
          ]
        : [],
    );
  });

  it.each(["/", "/toolplane", "/toolplane/home", "/toolplane/home/ws"])(
    "puts the home among the devices where %s is shown",
    (path) => {
      const { home, show } = open();
      const { mounts, env } = show([{ kind: "read", path }]);
      expect(mounts.at(-1)).toEqual({ kind: "write", path: "/dev/toolplane-home", source: home });
      expect(env.HOME).toBe("/dev/toolplane-home");
    },
  );
});
