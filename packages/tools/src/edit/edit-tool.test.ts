import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openEditWorld } from "../fixtures/edit-world.fixture.ts";
import { editTool } from "./edit-tool.ts";

const files = { "src/a.ts": "one();\ntwo();\nthree();\n" };

describeToolConformance(
  { describe, it },
  {
    tool: editTool,
    host: () => createMemoryHost({ files }),
    valid: [
      { path: "src/a.ts", old_string: "two();", new_string: "2();" },
      { path: "src/a.ts", old_string: "();", new_string: ";", replace_all: true },
    ],
    invalid: [{ path: "src/a.ts" }, { path: "a", old_string: "x", new_string: "y", extra: 1 }, "{"],
    patienceMs: 50,
  },
);

describe("the tool edit", () => {
  it("[R178] replaces a string of an existing file, declares fs.read and fs.write, and has the locked shape", async () => {
    expect(editTool.requires).toEqual({
      fs: {
        read: ["/**"],
        write: ["/**"],
      },
    });
    expect(describeShapeFault(editTool.parameters, LOCKED_SHAPES.edit ?? "any")).toBeNull();
    const { host, call } = openEditWorld(editTool, { files });
    const result = await call({ path: "src/a.ts", old_string: "two", new_string: "deux" });
    expect(result).toMatchObject({
      type: "output",
      data: { path: "src/a.ts", replaced: 1, line: 2, matched: "exact" },
      details: {
        diff: "--- src/a.ts\n+++ src/a.ts\n@@ -1,3 +1,3 @@\n one();\n-two();\n+deux();\n three();\n",
      },
    });
    expect(host.fileText("src/a.ts")).toBe("one();\ndeux();\nthree();\n");
  });

  it("says what it ignored to find the place", async () => {
    const { call } = openEditWorld(editTool, { files });
    const result = await call({ path: "src/a.ts", old_string: "two();  \n", new_string: "2();\n" });
    expect(result).toMatchObject({ data: { matched: "trailing whitespace" } });
  });

  it("says that a file is missing, and changes nothing", async () => {
    const { call, host } = openEditWorld(editTool, { files });
    const before = host.tree();
    const result = await call({ path: "src/b.ts", old_string: "", new_string: "x" });
    expect(result).toMatchObject({ type: "error", code: "not_found" });
    expect(host.tree()).toEqual(before);
  });

  it("refuses a binary file", async () => {
    const { call } = openEditWorld(editTool, { files: { "a.bin": Uint8Array.of(1, 0, 2) } });
    const result = await call({ path: "a.bin", old_string: "x", new_string: "y" });
    expect(result).toMatchObject({ type: "error", code: "invalid_input" });
  });

  it("keeps mark, encoding and endings of the file", async () => {
    const text = "\ufeffone\r\ntwo\r\n";
    const { call, bytes } = openEditWorld(editTool, {
      files: { "a.txt": Buffer.from(text, "utf16le") },
    });
    await call({ path: "a.txt", old_string: "one\ntwo", new_string: "one\n2\n3" });
    const expected = Buffer.from("\ufeffone\r\n2\r\n3\r\n", "utf16le");
    expect((await bytes("a.txt")).equals(expected)).toBe(true);
  });

  it("the edit is tried once more on what another writer wrote in between, and loses nothing", async () => {
    const { call, host } = openEditWorld(editTool, {
      files,
      intruder: { "src/a.ts": "one();\ntwo();\nthree();\nfour();\n" },
    });
    const result = await call({ path: "src/a.ts", old_string: "two", new_string: "2" });
    expect(result.type).toBe("output");
    expect(host.fileText("src/a.ts")).toBe("one();\n2();\nthree();\nfour();\n");
  });

  it("the edit is refused when its place is gone by then", async () => {
    const { call, host } = openEditWorld(editTool, {
      files,
      intruder: { "src/a.ts": "other();\n" },
    });
    const result = await call({ path: "src/a.ts", old_string: "two", new_string: "2" });
    expect(result).toMatchObject({ type: "error", code: "conflict" });
    expect(host.fileText("src/a.ts")).toBe("other();\n");
  });

  it("refuses a result past 64 MiB before anything is written", async () => {
    const { call, host } = openEditWorld(editTool, { files: { "a.txt": "a".repeat(40_000) } });
    const text = "b".repeat(1_700);
    const result = await call({
      path: "a.txt",
      old_string: "a",
      new_string: text,
      replace_all: true,
    });
    expect(result).toMatchObject({ type: "error", code: "too_large" });
    expect(host.fileText("a.txt")).toBe("a".repeat(40_000));
  });

  it("cannot write what a rule denies, nor leave the workspace through a link", async () => {
    const { call, host } = openEditWorld(editTool, {
      files: { ...files, "/outside/a.txt": "secret\n" },
      links: { "out.txt": "/outside/a.txt" },
      rules: [{ permission: "fs.write", pattern: "{workspace}/src/**", action: "deny" }],
    });
    const denied = await call({ path: "src/a.ts", old_string: "two", new_string: "2" });
    expect(denied).toMatchObject({ type: "error", code: "permission_denied" });
    const outside = await call({ path: "out.txt", old_string: "secret", new_string: "2" });
    expect(outside).toMatchObject({ type: "error", code: "permission_denied" });
    expect(outside).toMatchObject({ error_text: expect.stringContaining("outside the workspace") });
    expect(host.fileText("/outside/a.txt")).toBe("secret\n");
  });
});
