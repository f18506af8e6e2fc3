import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openEditWorld } from "../fixtures/edit-world.fixture.ts";
import { diffTool } from "./diff-tool.ts";

const files = { "a.txt": "one\ntwo\n", "b.txt": "one\n2\n" };

describeToolConformance(
  { describe, it },
  {
    tool: diffTool,
    host: () => createMemoryHost({ files }),
    valid: [
      { path: "a.txt", other_path: "b.txt" },
      { old_content: "a", new_content: "b" },
    ],
    invalid: [{ path: 1 }, { path: "a.txt", other_path: "b.txt", context: 3 }],
    patienceMs: 50,
  },
);

describe("the tool diff", () => {
  it("compares files, and texts", async () => {
    const { call } = openEditWorld(diffTool, { files });
    const hunk = "@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
    expect(await call({ path: "a.txt", other_path: "b.txt" })).toMatchObject({
      data: { diff: `--- a.txt\n+++ b.txt\n${hunk}`, added: 1, removed: 1, identical: false },
    });
    expect(await call({ old_content: "one\ntwo\n", new_content: "one\n2\n" })).toMatchObject({
      data: { diff: `--- old\n+++ new\n${hunk}` },
    });
    expect(await call({ path: "a.txt", other_path: "a.txt" })).toMatchObject({
      data: { diff: "", identical: true },
    });
  });

  it.each([
    {},
    { path: "a.txt" },
    { path: "a.txt", new_content: "x" },
    { path: "a.txt", other_path: "b.txt", old_content: "x", new_content: "y" },
  ])("asks for one pair and not %j", async (args) => {
    const { call } = openEditWorld(diffTool, { files });
    expect(await call(args)).toMatchObject({ type: "error", code: "invalid_input" });
  });

  it("ends with texts that have nothing in common", async () => {
    const { call } = openEditWorld(diffTool, { files });
    const many = (sign: string) =>
      Array.from({ length: 30_000 }, (_, index) => `${sign}${index}`).join("\n");
    const result = await call({ old_content: many("a"), new_content: many("b") });
    expect(result).toMatchObject({ type: "output", metadata: { truncated: true } });
  });
});
