import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { globTool } from "./glob-tool.ts";

const files = { "a.ts": "1", "src/b.ts": "2", "src/deep/c.ts": "3", "src/d.md": "4" };

describeToolConformance(
  { describe, it },
  {
    tool: globTool,
    host: () => createMemoryHost({ files }),
    valid: [{ pattern: "**/*.ts" }, { pattern: "*.ts", path: "src" }, { pattern: "none" }],
    invalid: [{}, { pattern: 1 }, { pattern: "*", deep: true }, { pattern: "" }, "[]"],
    patienceMs: 50,
  },
);

describe("the tool glob", () => {
  it("[R179] lists files by pattern, declares fs.read, and has the locked shape", async () => {
    expect(Object.keys(globTool.requires)).toEqual(["fs"]);
    expect(Object.keys(globTool.requires.fs ?? {})).toEqual(["read"]);
    expect(describeShapeFault(globTool.parameters, LOCKED_SHAPES.glob ?? "any")).toBeNull();
    const { call } = openReadWorld(globTool, { files });
    expect(told(await call({ pattern: "**/*.ts" }))).toBe("a.ts\nsrc/b.ts\nsrc/deep/c.ts");
    expect(told(await call({ pattern: "*.ts", path: "src" }))).toBe("src/b.ts");
    expect(told(await call({ pattern: "*.ts", path: "/workspace/src" }))).toBe(
      "/workspace/src/b.ts",
    );
  });

  it("says what to try when nothing matches", async () => {
    const { call } = openReadWorld(globTool, { files });
    const none = await call({ pattern: "*.md" });
    expect([told(none), noteOf(none)]).toEqual([
      "",
      "No file in the workspace matches *.md. It was looked for in that folder only: try **/*.md for every depth.",
    ]);
    expect(noteOf(await call({ pattern: "**/*.rs", path: "src" }))).toContain("No file in src");
  });

  it("[R210] cuts at 1,000 entries: the 1,001st is counted and not shown", async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, ""]));
    const exact = await openReadWorld(globTool, { files: many(1_000) }).call({ pattern: "*" });
    expect(String(told(exact)).split("\n")).toHaveLength(1_000);
    expect(exact.metadata.truncated).toBeUndefined();
    const over = await openReadWorld(globTool, { files: many(1_001) }).call({ pattern: "*" });
    const { head } = told(over) as { readonly head: string };
    expect(head.split("\n")).toHaveLength(1_000);
    expect(over.metadata.truncated).toBe(true);
    expect(over.metadata.output_path).toEqual(expect.any(String));
    const { call, host } = openReadWorld(globTool, {
      files,
      kernel: { toolConfig: { glob: { maxEntries: 2 } } },
    });
    const cut = await call({ pattern: "**/*.ts" });
    expect(told(cut)).toEqual({ head: "a.ts\nsrc/b.ts" });
    expect(host.fileText(cut.metadata.output_path ?? "")).toBe("a.ts\nsrc/b.ts\nsrc/deep/c.ts");
  });

  it("never shows what a rule denies", async () => {
    const { call } = openReadWorld(globTool, {
      files: { ...files, ".env": "secret" },
      rules: [allowAll, { permission: "fs.read", pattern: "src/deep/**", action: "deny" }],
    });
    expect(told(await call({ pattern: "**/*.ts" }))).toBe("a.ts\nsrc/b.ts");
    expect(await call({ pattern: "*", path: "src/deep" })).toMatchObject({
      code: "permission_denied",
    });
  });
});
