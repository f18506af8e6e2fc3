import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { grepTool } from "./grep-tool.ts";

const files = {
  "a.ts": "one\ntwo\nthree\nfour\nfive\nsix two\nseven\n",
  "src/b.py": "two\nTWO\n",
  "src/c.md": "else\n",
};

describeToolConformance(
  { describe, it },
  {
    tool: grepTool,
    host: () => createMemoryHost({ files }),
    valid: [
      { pattern: "two" },
      { pattern: "two", path: "src", ignore_case: true, context: 1 },
      { pattern: "two", output_mode: "files_with_matches" },
      { pattern: "two", output_mode: "count" },
      { pattern: "zwei" },
    ],
    invalid: [
      {},
      { pattern: "" },
      { pattern: "x", output_mode: "lines" },
      { pattern: "x", limit: 0 },
      { pattern: "x", "-i": true },
      "{",
    ],
    patienceMs: 50,
  },
);

describe("the tool grep", () => {
  it("[R180] searches the root by regular expression, declares fs.read, and has the locked shape", async () => {
    expect(Object.keys(grepTool.requires)).toEqual(["fs"]);
    expect(Object.keys(grepTool.requires.fs ?? {})).toEqual(["read"]);
    expect(describeShapeFault(grepTool.parameters, LOCKED_SHAPES.grep ?? "any")).toBeNull();
    const { call } = openReadWorld(grepTool, { files });
    expect(told(await call({ pattern: "t[wh]" }))).toBe(
      "a.ts\n2:two\n3:three\n6:six two\n\nsrc/b.py\n1:two",
    );
    expect(told(await call({ pattern: "two", glob: "*.py" }))).toBe("src/b.py\n1:two");
    expect(told(await call({ pattern: "two", type: "py", ignore_case: true }))).toBe(
      "src/b.py\n1:two\n2:TWO",
    );
    expect(told(await call({ pattern: "two", path: "src/b.py" }))).toBe("src/b.py\n1:two");
  });

  it("shows surroundings once, and marks gaps", async () => {
    const { call } = openReadWorld(grepTool, { files });
    expect(told(await call({ pattern: "two", path: "a.ts", context: 1 }))).toBe(
      "a.ts\n1-one\n2:two\n3-three\n--\n5-five\n6:six two\n7-seven",
    );
    expect(told(await call({ pattern: "two|four", path: "a.ts", context: 1 }))).toBe(
      "a.ts\n1-one\n2:two\n3-three\n4:four\n5-five\n6:six two\n7-seven",
    );
    expect(told(await call({ pattern: "one\\ntwo", multiline: true }))).toBe("a.ts\n1:one\n2:two");
  });

  it("lists files, and counts", async () => {
    const { call } = openReadWorld(grepTool, { files });
    expect(told(await call({ pattern: "two", output_mode: "files_with_matches" }))).toBe(
      "a.ts\nsrc/b.py",
    );
    const counted = await call({ pattern: "(?:two|TWO)", output_mode: "count" });
    expect([told(counted), noteOf(counted)]).toEqual([
      "a.ts: 2\nsrc/b.py: 2",
      "[4 matches in 2 files]",
    ]);
  });

  it("[R211] cuts at 200 matches: the 201st is counted and not shown", async () => {
    const count = async (lines: number) => {
      const { call } = openReadWorld(grepTool, { files: { a: "x\n".repeat(lines) } });
      return call({ pattern: "x" });
    };
    const exact = await count(200);
    expect(String(told(exact)).split("\n")).toHaveLength(201);
    expect(exact.metadata.truncated).toBeUndefined();
    const over = await count(201);
    expect((told(over) as { readonly head: string }).head.split("\n")).toHaveLength(201);
    expect(over.metadata).toMatchObject({ truncated: true, output_path: expect.any(String) });
    const { call, host } = openReadWorld(grepTool, { files });
    const few = await call({ pattern: "t", limit: 2 });
    expect(told(few)).toEqual({ head: "a.ts\n2:two\n3:three" });
    expect(noteOf(few)).toContain("The first 2 matches");
    const { output_path = "" } = few.metadata;
    expect(host.fileText(output_path)).toBe("a.ts\n2:two\n3:three\n6:six two\n\nsrc/b.py\n1:two");
  });

  it("says what to try when nothing is found, or the question cannot be asked", async () => {
    const { call } = openReadWorld(grepTool, { files });
    const none = await call({ pattern: "foo\\(" });
    expect([told(none), noteOf(none)]).toEqual([
      "",
      "No matches in the workspace. Ignored, hidden and binary files were not searched, nor files with keys or passwords. The pattern is a regular expression: escape signs that should mean themselves.",
    ]);
    const invalid = await call({ pattern: "foo(" });
    expect(invalid).toMatchObject({ type: "error", code: "invalid_input" });
    expect(told(invalid)).toContain("foo\\( finds foo(");
    expect(told(await call({ pattern: "x", type: "cobol" }))).toContain("give glob instead");
    expect(await call({ pattern: "x", path: "nowhere" })).toMatchObject({ code: "not_found" });
  });

  it("neither shows nor counts what a rule denies", async () => {
    const { call } = openReadWorld(grepTool, {
      files: { ...files, ".env": "two=1\n" },
      rules: [allowAll, { permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    for (const output_mode of ["content", "files_with_matches", "count"])
      expect(JSON.stringify(await call({ pattern: "two", output_mode }))).not.toContain("env");
    expect(await call({ pattern: "two", path: ".env" })).toMatchObject({
      code: "permission_denied",
    });
  });
});
