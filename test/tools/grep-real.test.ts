import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { grepTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { openProduct } from "../host/product/fixture.ts";

const files = {
  "a.ts": "one\ntwo\nthree\nfour\nfive\nsix two\nseven\n",
  "src/b.py": "two\nTWO\n",
  "src/c.md": "else\n",
};

describe("the tool grep on this machine", () => {
  it("searches by ripgrep: ignored files left out, newest first, errors explained", async () => {
    const { call, workspace } = await openProduct({
      tools: [grepTool],
      files: { ...files, ".gitignore": "build/\n", "build/x.ts": "two\n" },
    });
    mkdirSync(join(workspace, ".git"));
    utimesSync(join(workspace, "a.ts"), 1_000, 1_000);
    const grep = async (args: Parameters<typeof call>[1]) => told(await call("grep", args));
    expect(await grep({ pattern: "two" })).toBe("a.ts\n2:two\n6:six two\n\nsrc/b.py\n1:two");
    expect(await grep({ pattern: "two", output_mode: "files_with_matches" })).toBe(
      "src/b.py\na.ts",
    );
    expect(await grep({ pattern: "two", path: "a.ts", context: 1 })).toBe(
      "a.ts\n1-one\n2:two\n3-three\n--\n5-five\n6:six two\n7-seven",
    );
    expect(await grep({ pattern: "foo(" })).toContain("foo\\( finds foo(");
    expect(await grep({ pattern: "(?=x)" })).toContain("The engine has neither");
    expect(await grep({ pattern: "one\\ntwo" })).toContain("set multiline to true");
    expect(await grep({ pattern: "one\\ntwo", multiline: true })).toBe("a.ts\n1:one\n2:two");
    expect(await grep({ pattern: "x", type: "cobolx" })).toContain("give glob instead");
    expect(await grep({ pattern: "--files" })).toBe("");
  });

  it("does not say that nothing is there of a line that is too long to search", async () => {
    const { call } = await openProduct({
      tools: [grepTool],
      files: { "long.js": "x".repeat(1_000_000), "short.js": "x\n", "two.txt": "needle" },
    });
    const long = "[Too long to search: 1 line of long.js. There may be matches in them;";
    const only = await call("grep", { pattern: "x", path: "long.js" });
    expect(only).toMatchObject({ content: [{ text: expect.stringContaining(long) }] });
    const all = await call("grep", { pattern: "x" });
    expect(all).toMatchObject({
      data: "short.js\n1:x",
      content: [{ text: expect.stringContaining(long) }],
    });
    expect(await call("grep", { pattern: "needle", path: "long.js" })).toMatchObject({
      content: [{ text: expect.stringContaining("No matches in long.js") }],
    });
  });
});
