import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openEditWorld } from "../fixtures/edit-world.fixture.ts";
import { writeTool } from "./write-tool.ts";

const files = { "a.txt": "old\n" };

describeToolConformance(
  { describe, it },
  {
    tool: writeTool,
    host: () => createMemoryHost({ files }),
    valid: [
      { path: "a.txt", content: "new\n" },
      { path: "deep/in/b.txt", content: "" },
    ],
    invalid: [
      { path: "a.txt" },
      { path: "a.txt", content: 1 },
      { path: "a", content: "", mode: 7 },
    ],
    patienceMs: 50,
  },
);

describe("the tool write", () => {
  it("[R177] creates or overwrites, declares fs.write alone, and has the locked shape", async () => {
    expect(writeTool.requires).toEqual({
      fs: { write: ["/**"] },
    });
    expect(describeShapeFault(writeTool.parameters, LOCKED_SHAPES.write ?? "any")).toBeNull();
    const { call, host } = openEditWorld(writeTool, { files });
    expect(await call({ path: "new/b.txt", content: "x\n" })).toMatchObject({
      type: "output",
      data: { path: "new/b.txt", action: "created", bytes: 2 },
      details: { diff: "--- /dev/null\n+++ new/b.txt\n@@ -0,0 +1 @@\n+x\n" },
    });
    expect(await call({ path: "a.txt", content: "über\n" })).toMatchObject({
      data: { path: "a.txt", action: "updated", bytes: 6 },
    });
    expect(host.fileText("new/b.txt")).toBe("x\n");
    expect(host.fileText("a.txt")).toBe("über\n");
  });

  it("needs no permission to read", async () => {
    const { call } = openEditWorld(writeTool, {
      files,
      rules: [{ permission: "fs.read", pattern: "**", action: "deny" }],
    });
    expect(await call({ path: "a.txt", content: "x" })).toMatchObject({ type: "output" });
  });

  it("does not take the name of a folder", async () => {
    const { call } = openEditWorld(writeTool, { files: { "dir/a.txt": "" } });
    expect(await call({ path: "dir", content: "x" })).toMatchObject({ type: "error" });
  });
});
