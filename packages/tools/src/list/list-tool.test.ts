import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { listTool } from "./list-tool.ts";

const files = {
  "README.md": "x".repeat(1_500),
  "src/a.ts": "abc",
  "src/deep/b.ts": "b",
  "src/deep/er/c.ts": "c",
  "node_modules/x/index.js": "",
  ".git/config": "",
};

describeToolConformance(
  { describe, it },
  {
    tool: listTool,
    host: () => createMemoryHost({ files }),
    valid: [{}, { path: "src", depth: 5 }, { limit: 1 }],
    invalid: [{ path: 1 }, { depth: 0 }, { recursive: true }, { limit: 1e6 }, "x"],
    patienceMs: 50,
  },
);

describe("the tool list", () => {
  it("shows a tree with sizes, and does not enter what programs fill", async () => {
    const { call } = openReadWorld(listTool, { files, links: { current: "src" } });
    expect(told(await call({}))).toBe(
      [
        ".git/  (not entered)",
        "README.md  1.5 KB",
        "current  (link)",
        "node_modules/  (not entered)",
        "src/",
        "  a.ts  3 B",
        "  deep/",
      ].join("\n"),
    );
    expect(told(await call({ path: "src", depth: 3 }))).toBe(
      "a.ts  3 B\ndeep/\n  b.ts  1 B\n  er/\n    c.ts  1 B",
    );
    expect(told(await call({ path: "node_modules", depth: 2 }))).toBe("x/\n  index.js  0 B");
  });

  it("cuts the depths first, and says how much is left", async () => {
    const { call } = openReadWorld(listTool, { files });
    const cut = await call({ depth: 4, limit: 5 });
    expect(told(cut)).toBe(
      ".git/  (not entered)\nREADME.md  1.5 KB\nnode_modules/  (not entered)\nsrc/\n  a.ts  3 B",
    );
    expect(noteOf(cut)).toContain("1 more entries");
  });

  it("says that a folder is empty, missing, or no folder", async () => {
    const { call } = openReadWorld(listTool, { files });
    expect(told(await call({ path: "nowhere" }))).toContain("not_found");
    expect(told(await call({ path: "README.md" }))).toContain("is not a directory");
  });

  it("leaves out what a rule denies", async () => {
    const { call } = openReadWorld(listTool, {
      files,
      rules: [allowAll, { permission: "fs.read", pattern: "src/deep/**", action: "deny" }],
    });
    const listed = String(told(await call({ path: "src", depth: 4 })));
    expect(listed).not.toContain("b.ts");
  });
});
