import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import type { OutlineInput } from "./outline.ts";
import { compute } from "./outline-compute.ts";
import { outlineModule } from "./outline-module.ts";
import { repoOverviewTool } from "./repo-overview-tool.ts";

const files = {
  "src/index.ts": [
    "export interface Shape { area(): number }",
    "export class Circle implements Shape {",
    "  area(): number { return 3; }",
    "}",
    "export const half = (n: number) => n / 2;",
    "function hidden() { function inner() {} }",
  ].join("\n"),
  "src/deep/er/still/d.py": "class A:\n    def run(self):\n        pass\n",
  "lib/main.go": "package main\nfunc Run() {}\ntype Box struct{}\n",
  "README.md": "# x\n",
};
const modules = {
  [outlineModule()]: (input: unknown) => compute(input as OutlineInput),
};

describeToolConformance(
  { describe, it },
  {
    tool: repoOverviewTool,
    host: () => createMemoryHost({ files, modules }),
    valid: [{}, { path: "src", depth: 1 }, { outline: false }],
    invalid: [{ path: 1 }, { depth: 0 }, { depth: 11 }, { limit: 5 }, "null"],
    mayTouchUnpredicted: true,
  },
);

describe("the tool repo_overview", () => {
  it("[R187] shows languages, folders and what the main files define", async () => {
    const { call } = openReadWorld(repoOverviewTool, { files, modules });
    expect(String(told(await call({}))).split("\n")).toEqual([
      "4 files: Go 1, Markdown 1, Python 1, TypeScript 1",
      "",
      "Folders:",
      "src/  (2 files)",
      "  deep/  (1 file)",
      "    er/  (1 file)",
      "  index.ts",
      "lib/  (1 file)",
      "  main.go",
      "README.md",
      "",
      "Outline (line, what, name):",
      "lib/main.go",
      "  2 function Run",
      "  3 type Box",
      "src/index.ts",
      "  1 interface Shape",
      "    1 method area",
      "  2 class Circle",
      "    3 method area",
      "  5 function half",
      "  6 function hidden",
      "src/deep/er/still/d.py",
      "  1 class A",
      "    2 function run",
    ]);
  });

  it("neither counts nor names what a rule denies", async () => {
    const { call } = openReadWorld(repoOverviewTool, {
      files,
      modules,
      rules: [allowAll, { permission: "fs.read", pattern: "**/main.go", action: "deny" }],
    });
    const text = String(told(await call({})));
    expect(text).toContain("3 files");
    expect(text).not.toMatch(/main\.go|Go 1|Run/);
  });

  it("gives the overview without an outline where no parser can run", async () => {
    const { call } = openReadWorld(repoOverviewTool, { files });
    expect(told(await call({}))).toContain("Folders:");
  });
});
