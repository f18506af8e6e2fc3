import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { launchInViews, VIEW_FAILED } from "./launch-in-views.ts";
import { createLayerLinks } from "./layer-links.ts";

describe("launchInViews", () => {
  it("does not run the command when a view cannot be mounted", () => {
    const base = mkdtempSync(join(tmpdir(), "launch-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    // `false` and `true` stand for `mount`.
    const links = createLayerLinks(join(base, "links"));
    const run = (mount: string) => {
      const prefix = launchInViews({
        links,
        mounts: [{ lower: ["/a", "/b"], merged: "/c" }],
        programs: { unshare: "unshare", sh: "sh", mknod: "mknod", mount },
      });
      const ran = spawnSync("env", [...prefix, "echo", "ran"], { encoding: "utf8" });
      return [ran.status, ran.stdout];
    };
    expect(run("false")).toEqual([VIEW_FAILED, ""]);
    expect(run("true")).toEqual([0, "ran\n"]);
  });
});
