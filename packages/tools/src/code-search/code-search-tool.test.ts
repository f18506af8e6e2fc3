import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { codeSearchTool } from "./code-search-tool.ts";

const files = { "a.py": "def f():\n  pass\n", "lib/b.py": "def g():\n", "lib/c.ts": "def h\n" };

describeToolConformance(
  { describe, it },
  {
    tool: codeSearchTool,
    host: () => createMemoryHost({ files }),
    valid: [{ pattern: "def" }, { pattern: "def", path: "lib", include: "*.py" }],
    invalid: [{}, { pattern: "x", max_results: 0 }, { pattern: "x", glob: "*" }, "{"],
    patienceMs: 50,
  },
);

describe("the tool code_search", () => {
  it("[R264] searches folders within folders by regular expression, filtered by a glob", async () => {
    const { call } = openReadWorld(codeSearchTool, { files });
    expect(told(await call({ pattern: "def \\w" }))).toBe(
      "a.py\n1:def f():\n\nlib/b.py\n1:def g():\n\nlib/c.ts\n1:def h",
    );
    expect(told(await call({ pattern: "def", include: "*.py" }))).toBe(
      "a.py\n1:def f():\n\nlib/b.py\n1:def g():",
    );
    expect(told(await call({ pattern: "def", path: "lib", include: "*.ts" }))).toBe(
      "lib/c.ts\n1:def h",
    );
  });

  it("shows 20 results unless more are asked for, and takes a glob from its config", async () => {
    const { call } = openReadWorld(codeSearchTool, {
      files: { "a.py": "x\n".repeat(30), "b.ts": "x\n" },
      kernel: { toolConfig: { code_search: { include: "*.py" } } },
    });
    const few = await call({ pattern: "x" });
    expect((told(few) as { readonly head: string }).head.split("\n")).toHaveLength(21);
    expect(noteOf(few)).toContain("The first 20 matches");
    const all = await call({ pattern: "x", max_results: 100 });
    expect(String(told(all)).split("\n")).toHaveLength(31);
    expect(told(await call({ pattern: "x(" }))).toContain("invalid_input");
  });
});
