import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openEditWorld } from "../fixtures/edit-world.fixture.ts";
import { applyPatchTool } from "./apply-patch-tool.ts";

const files = {
  "src/a.ts": "export const a = 1;\n",
  "src/b.ts": "one\ntwo\nthree\n",
  "docs/guide.md": "# Guide\n",
};
const change =
  "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const a = 1;\n+export const a = 2;\n";
const v4a = [
  "*** Begin Patch",
  "*** Add File: nested/new.txt",
  "+created",
  "*** Delete File: docs/guide.md",
  "*** Update File: src/b.ts",
  "*** Move to: src/c.ts",
  "@@",
  "-two",
  "+2",
  "*** End Patch",
].join("\n");

describeToolConformance(
  { describe, it },
  {
    tool: applyPatchTool,
    host: () => createMemoryHost({ files }),
    valid: [{ patch: change }, { patch: v4a }],
    invalid: [{}, { patch: 1 }, { patch: change, dry_run: true }],
    patienceMs: 50,
  },
);

describe("the tool apply_patch", () => {
  it("[R188] applies a unified diff to several files at once", async () => {
    const { call, host } = openEditWorld(applyPatchTool, { files });
    const patch = [
      change.trimEnd(),
      "diff --git a/src/b.ts b/src/renamed.ts",
      "similarity index 60%",
      "rename from src/b.ts",
      "rename to src/renamed.ts",
      "--- a/src/b.ts",
      "+++ b/src/renamed.ts",
      "@@ -1,3 +1,3 @@",
      " one",
      "-two",
      "+2",
      " three",
      "diff --git a/docs/guide.md b/docs/guide.md",
      "deleted file mode 100644",
      "--- a/docs/guide.md",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-# Guide",
      "diff --git a/bin/run b/bin/run",
      "new file mode 100755",
      "--- /dev/null",
      "+++ b/bin/run",
      "@@ -0,0 +1 @@",
      "+#!/bin/sh",
      "diff --git a/src/a.ts b/src/copy.ts",
      "copy from src/a.ts",
      "copy to src/copy.ts",
      "",
    ].join("\n");
    expect(await call({ patch })).toMatchObject({
      type: "output",
      data: {
        files: [
          { path: "src/a.ts", change: "modified", added: 1, removed: 1 },
          { path: "src/b.ts", change: "deleted", removed: 3 },
          { path: "src/renamed.ts", change: "created", added: 3 },
          { path: "docs/guide.md", change: "deleted" },
          { path: "bin/run", change: "created" },
          { path: "src/copy.ts", change: "created" },
        ],
      },
    });
    expect(
      host.tree().filter((path) => !path.endsWith("/") && path.startsWith("/workspace")),
    ).toEqual([
      "/workspace/bin/run",
      "/workspace/src/a.ts",
      "/workspace/src/copy.ts",
      "/workspace/src/renamed.ts",
    ]);
    expect(host.fileText("src/renamed.ts")).toBe("one\n2\nthree\n");
    expect(host.fileText("src/copy.ts")).toBe("export const a = 2;\n");
  });

  it("applies the V4A text: add, delete, update and move", async () => {
    const { call, host } = openEditWorld(applyPatchTool, { files });
    expect(await call({ patch: v4a })).toMatchObject({ type: "output" });
    expect(host.fileText("nested/new.txt")).toBe("created\n");
    expect(host.fileText("docs/guide.md")).toBeNull();
    expect(host.fileText("src/b.ts")).toBeNull();
    expect(host.fileText("src/c.ts")).toBe("one\n2\nthree\n");
  });

  it("lets a later part see what an earlier one did", async () => {
    const { call, host } = openEditWorld(applyPatchTool, { files });
    const patch = [
      "*** Begin Patch",
      "*** Add File: x.txt",
      "+one",
      "*** Update File: ./x.txt",
      "@@",
      "-one",
      "+two",
      "*** End Patch",
    ].join("\n");
    await call({ patch });
    expect(host.fileText("x.txt")).toBe("two\n");
  });

  it("keeps mark and endings of every file", async () => {
    const { call, bytes } = openEditWorld(applyPatchTool, {
      files: { "a.txt": "\ufeffone\r\ntwo\r\n" },
    });
    const patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n";
    expect(await call({ patch })).toMatchObject({ type: "output" });
    expect((await bytes("a.txt")).toString()).toBe("\ufeffone\r\n2\r\n3\r\n");
  });

  it("the patch is tried once more on what another writer wrote in between", async () => {
    const { call, host } = openEditWorld(applyPatchTool, {
      files,
      intruder: { "src/a.ts": "// new\nexport const a = 1;\n" },
    });
    expect(await call({ patch: change })).toMatchObject({ type: "output" });
    expect(host.fileText("src/a.ts")).toBe("// new\nexport const a = 2;\n");
  });

  it("says when it would change nothing", async () => {
    const { call } = openEditWorld(applyPatchTool, { files });
    const patch = "*** Begin Patch\n*** Update File: src/b.ts\n@@\n-one\n+one\n*** End Patch";
    expect(await call({ patch })).toMatchObject({ type: "error", code: "invalid_input" });
  });
});
