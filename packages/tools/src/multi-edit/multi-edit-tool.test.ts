import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openEditWorld } from "../fixtures/edit-world.fixture.ts";
import { multiEditTool } from "./multi-edit-tool.ts";

const files = { "a.ts": "one();\ntwo();\n" };

describeToolConformance(
  { describe, it },
  {
    tool: multiEditTool,
    host: () => createMemoryHost({ files }),
    valid: [{ path: "a.ts", edits: [{ old_string: "one", new_string: "1" }] }],
    invalid: [
      { path: "a.ts", edits: [] },
      { path: "a.ts", edits: [{ old_string: "one" }] },
    ],
    patienceMs: 50,
  },
);

describe("the tool multi_edit", () => {
  it("makes its edits in order, each on what the one before left", async () => {
    const { call, host } = openEditWorld(multiEditTool, { files });
    const edits = [
      { old_string: "one", new_string: "three" },
      { old_string: "three();\ntwo", new_string: "both" },
    ];
    expect(await call({ path: "a.ts", edits })).toMatchObject({
      data: {
        edits: [
          { line: 1, matched: "exact" },
          { line: 1, matched: "exact" },
        ],
      },
    });
    expect(host.fileText("a.ts")).toBe("both();\n");
  });

  it("makes none when one fails, and names it", async () => {
    const { call, host } = openEditWorld(multiEditTool, { files });
    const edits = [
      { old_string: "one", new_string: "1" },
      { old_string: "nowhere", new_string: "2" },
      { old_string: "two", new_string: "2" },
    ];
    const result = await call({ path: "a.ts", edits });
    expect(result).toMatchObject({ type: "error", code: "conflict" });
    expect(result.type === "error" && result.error_text).toMatch(
      /^Edit 2 of 3 failed .*none was made/,
    );
    expect(host.fileText("a.ts")).toBe(files["a.ts"]);
  });

  it("refuses edits that take one another back", async () => {
    const { call } = openEditWorld(multiEditTool, { files });
    const edits = [
      { old_string: "one", new_string: "1" },
      { old_string: "1", new_string: "one" },
    ];
    expect(await call({ path: "a.ts", edits })).toMatchObject({ code: "invalid_input" });
  });
});
