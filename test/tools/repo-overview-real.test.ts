import { execFileSync } from "node:child_process";
import { repoOverviewTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { openProduct } from "../host/product/fixture.ts";

describe("the tool repo_overview on this machine", () => {
  it("outlines in a worker, and leaves out what is ignored or denied", async () => {
    const { call, workspace } = await openProduct({
      tools: [repoOverviewTool],
      sandbox: "none",
      files: {
        ".gitignore": "build/\n",
        "build/made.js": "function made() {}\n",
        "secret.py": "def key(): pass\n",
        "src/main.rs": "struct Box;\nimpl Box { fn open(&self) {} }\n",
      },
      rules: [{ permission: "fs.read", pattern: "**/secret.py", action: "deny" }],
    });
    execFileSync("git", ["init", "-q"], { cwd: workspace });
    const text = String(told(await call("repo_overview")));
    expect(text).toContain("1 file: Rust 1");
    expect(text).toContain("src/main.rs\n  1 struct Box\n  2 impl Box\n    2 function open");
    expect(text).not.toMatch(/made|secret|key/);
  });
});
