import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bashTool, readTool } from "@toolplane/tools";
import { makePdf, noteOf, told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openProduct } from "../host/product/fixture.ts";

describe("the tool read on this machine, under the default policy", () => {
  it("reaches a window of a large file, and its end", async () => {
    const count = 60_000;
    const lines = Array.from({ length: count }, (_, index) => `${index + 1} ${"x".repeat(40)}`);
    const { call } = await openProduct({
      tools: [readTool],
      files: { "big.log": lines.join("\n") },
    });
    const read = async (args: object) => call("read", { path: "big.log", ...args });
    for (const offset of [1, 5_957, 5_958, 30_000, 59_999]) {
      const shown = lines
        .slice(offset - 1, offset + 1)
        .map((line, at) => `${offset + at}\t${line}`);
      expect(told(await read({ offset, limit: 2 }))).toBe(shown.join("\n"));
    }
    const end = await read({ offset: 59_000 });
    expect(noteOf(end)).toBe("[Lines 59000-60000 of 60000, to the end.]");
    expect(told(await read({ offset: 60_001 }))).toContain("has 60000 lines");
    const bytes = lines.join("\n").slice(2_000_000, 2_000_050);
    expect(told(await read({ byte_offset: 2_000_000, byte_limit: 50 }))).toBe(bytes);
  });

  it("shows folders, PDF files and names to try instead", async () => {
    const { call, workspace } = await openProduct({
      tools: [readTool],
      files: { "src/main.ts": "1\n", "src/.env": "KEY=1\n" },
      rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    mkdirSync(join(workspace, "empty"));
    writeFileSync(join(workspace, "a.pdf"), makePdf(["Hello from page one."]));
    const read = async (path: string) => call("read", { path });
    expect(told(await read("src"))).toBe("main.ts  2 B");
    expect(noteOf(await read("empty"))).toBe("[empty is a folder of 0 entries]");
    expect(told(await read("a.pdf"))).toBe("1\t--- page 1 ---\n2\tHello from page one.");
    expect(told(await read("src/main.js"))).toContain("Did you mean src/main.ts?");
    expect(told(await read("src/.emv"))).not.toContain(".env");
    expect(await read("src/.env")).toMatchObject({ code: "permission_denied" });
    // Nobody is here who could be asked about it.
    expect(await read("/etc/hostname")).toMatchObject({ code: "permission_denied" });
  });
});

describe.skipIf(!hasSandbox)("what a command left over (needs bubblewrap)", () => {
  it("[R207] reads the sidecar of a command's output", async () => {
    const { call } = await openProduct({ tools: [readTool, bashTool] });
    const big = await call("bash", { command: "seq 100001 150000" });
    const { output_path: path = "" } = big.metadata;
    expect(told(await call("read", { path, offset: 50_000 }))).toBe("50000\t150000");
    const from = /byte_offset=(\d+)/.exec(noteOf(big))?.[1];
    const tail = await call("read", { path, byte_offset: Number(from) });
    expect(String(told(tail)).endsWith("149999\n150000\n")).toBe(true);
  });
});
