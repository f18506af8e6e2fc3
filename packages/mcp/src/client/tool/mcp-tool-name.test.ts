import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpToolName } from "./mcp-tool-name.ts";

describe("mcpToolName", () => {
  it("leaves plain names as they are", () => {
    const name = { server: "github", tool: "list-issues" };
    expect(mcpToolName(name)).toBe("mcp__github__list-issues");
    expect(mcpToolName(name, "server__tool")).toBe("github__list-issues");
    expect(mcpToolName(name, "server_tool")).toBe("github_list-issues");
    expect(mcpToolName(name, "tool")).toBe("list-issues");
  });

  it.each([
    [
      { server: "a__b", tool: "c" },
      { server: "a", tool: "b__c" },
    ],
    [
      { server: "a_", tool: "b" },
      { server: "a", tool: "_b" },
    ],
    [
      { server: "a b", tool: "c" },
      { server: "a.b", tool: "c" },
    ],
    [
      { server: "a", tool: "x".repeat(80) },
      { server: "a", tool: `${"x".repeat(80)}y` },
    ],
    [
      { server: "a", tool: "читать" },
      { server: "a", tool: "писать" },
    ],
    [
      { server: "a", tool: "" },
      { server: "a", tool: "_" },
    ],
  ])("keeps %j and %j apart", (one, other) => {
    expect(mcpToolName(one)).not.toBe(mcpToolName(other));
  });

  it("makes an id that every model takes, of anything", () => {
    const text = fc.string({ unit: fc.constantFrom(..."a9_-.: \u202e\u0000жß😀"), maxLength: 90 });
    const strategy = fc.constantFrom("mcp__server__tool", "server_tool", "tool");
    fc.assert(
      fc.property(text, text, strategy, (server, tool, how) => {
        expect(mcpToolName({ server, tool }, how)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/);
      }),
    );
  });

  it("gives two pairs one id only where they are one pair", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "_", "-", "."), maxLength: 5 });
    const pair = fc.record({ server: part, tool: part });
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const isSame = one.server === other.server && one.tool === other.tool;
        expect(mcpToolName(one) === mcpToolName(other)).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });
});
