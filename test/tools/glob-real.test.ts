import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { globTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { openProduct } from "../host/product/fixture.ts";

const files = { "a.ts": "1", "src/b.ts": "2", "src/deep/c.ts": "3", "src/d.md": "4" };

describe("the tool glob on this machine", () => {
  it("lists newest first, without what .gitignore excludes", async () => {
    const { call, workspace } = await openProduct({
      tools: [globTool],
      files: { ...files, ".gitignore": "*.log\nbuild/\n", "x.log": "", "build/o.ts": "" },
    });
    mkdirSync(join(workspace, ".git"));
    utimesSync(join(workspace, "src/b.ts"), 2_000, 2_000);
    utimesSync(join(workspace, "a.ts"), 3_000, 3_000);
    utimesSync(join(workspace, "src/deep/c.ts"), 1_000, 1_000);
    expect(told(await call("glob", { pattern: "**/*.ts" }))).toBe("a.ts\nsrc/b.ts\nsrc/deep/c.ts");
    expect(told(await call("glob", { pattern: "**/*.log" }))).toBe("");
    expect(told(await call("glob", { pattern: "../*" }))).toContain("leads up");
    expect(told(await call("glob", { pattern: "*", path: "nowhere" }))).toContain("does not exist");
  });
});
