import { type Client, commandOf, TOKEN_IN_VARIABLE } from "./client.ts";

export const pi: Client = {
  title: "pi",
  files: (server) => [
    {
      base: "workspace",
      paths: [".pi/mcp.json"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_VARIABLE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcpServers", "toolplane"],
            value:
              server.kind === "stdio"
                ? commandOf(server)
                : { url: server.url, auth: "bearer", bearerTokenEnv: "TOOLPLANE_TOKEN" },
          },
        ],
      },
    },
  ],
  ownTools: {
    off: "start",
    how: "No file does it, so start it with",
    line: "pi --no-builtin-tools",
  },
  notes: ["pi speaks MCP by an extension: pi install npm:pi-mcp-adapter"],
};
