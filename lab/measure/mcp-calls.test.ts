import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { measure } from "./mcp-calls.ts";

it("counts calls that the road takes and those that it refuses, and says which refusals are wrong", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-calls-"));
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  try {
    for (const name of ["calls", "tool-retrieval/livemcpbench"])
      mkdirSync(join(folder, name), { recursive: true });
    const tool = (server: string, type: string) => ({
      id: `${server}/get`,
      name: "get",
      description: "",
      server,
      inputSchema: { type: "object", properties: { at: { type } }, required: ["at"] },
    });
    write("tool-retrieval/livemcpbench/tools.jsonl", [tool("a", "number"), tool("b", "string")]);
    write("calls/mcp-calls.jsonl", [
      { server: "a", tool: "get", arguments: { at: 1 }, known: true },
      { server: "b", tool: "get", arguments: { at: "x" }, known: true },
      { server: "b", tool: "get", arguments: { at: 1 }, known: true },
      { server: "a", tool: "get", arguments: {}, known: true },
      { server: "c", tool: "other", arguments: {}, known: false },
    ]);
    expect(await measure({ data: join(folder, "calls"), print: () => undefined })).toEqual({
      total: 5,
      accepted: 2,
      rejected: 3,
      wrongly_rejected: 0,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
