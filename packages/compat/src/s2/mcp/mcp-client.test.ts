import { describe, expect, it } from "vitest";
import { findMcpRoute, isMcpName, type McpClient } from "./mcp-client.ts";

const client: McpClient = { isConnected: () => true, callTool: async () => ({ content: [] }) };

describe("findMcpRoute", () => {
  it("finds the owner of a name and the server's own name for the tool", () => {
    const other = { ...client };
    const clients = new Map([
      ["git", client],
      ["git.hub", other],
    ]);
    expect(findMcpRoute("mcp:git.log", clients)).toEqual({ prefix: "git", tool: "log", client });
    expect(findMcpRoute("mcp:git.log.all", clients)?.tool).toBe("log.all");
    expect(findMcpRoute("mcp:git.hub.search", clients)).toEqual({
      prefix: "git.hub",
      tool: "search",
      client: other,
    });
    for (const name of [
      "mcp:other.log",
      "mcp:git",
      "mcp:git.",
      "mcp:.log",
      "git.log",
      "mcp_git_log",
    ])
      expect(findMcpRoute(name, clients)).toBe(null);
  });
});

describe("isMcpName", () => {
  it("knows both of S2's spellings", () => {
    expect(["mcp:a.b", "mcp_a_b", "mcpx", "file_manager"].map(isMcpName)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
