import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import { gitTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openProduct } from "../host/product/fixture.ts";

describe.skipIf(!hasSandbox)("the tool git on this machine (needs bubblewrap)", () => {
  it("works on a repository", async () => {
    const { call, workspace } = await openProduct({
      tools: [gitTool],
      files: { "a.txt": "one\n" },
      rules: [{ permission: "git", pattern: "git *", action: "allow" }],
    });
    const git = async (args: JsonObject) => String(told(await call("git", args)));
    expect(await git({ action: "status" })).toContain("Make one with action init");
    const person = (...words: readonly string[]) => execFileSync("git", words, { cwd: workspace });
    person("init", "-q", "-b", "main");
    // The home of the person who runs the tests need not say who commits.
    person("config", "user.name", "A Person");
    person("config", "user.email", "person@example.com");
    expect(await git({ action: "status" })).toContain("?? a.txt");
    await git({ action: "add", paths: ["a.txt"] });
    expect(await git({ action: "diff", staged: true })).toContain("+one");
    expect(await git({ action: "commit", message: "first: 'quoted' $HOME" })).toContain("first");
    expect(await git({ action: "log" })).toContain("first: 'quoted' $HOME (HEAD -> main)");
    writeFileSync(join(workspace, "a.txt"), "two\n");
    expect(await git({ action: "diff" })).toContain("-one\n+two");
    expect(await git({ action: "stash" })).toContain("Saved working directory");
    expect(await git({ action: "stash", operation: "list" })).toContain("stash@{0}");
    await git({ action: "stash", operation: "pop" });
    await git({ action: "switch", name: "topic", operation: "create" });
    expect(await git({ action: "branch" })).toContain("* topic");
    expect(await git({ action: "show", ref: "HEAD" })).toContain("+one");
    expect(await git({ action: "show", ref: "nothing" })).toContain("git show failed");
  });
});
