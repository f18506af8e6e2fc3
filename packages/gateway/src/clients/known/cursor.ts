import { bearer, type Client, commandOf, TOKEN_IN_VARIABLE } from "./client.ts";

export const cursor: Client = {
  title: "Cursor",
  here: "${workspaceFolder}",
  files: (server) => [
    {
      base: "workspace",
      paths: [".cursor/mcp.json"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_VARIABLE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcpServers", "toolplane"],
            value:
              server.kind === "stdio"
                ? commandOf(server)
                : { url: server.url, headers: bearer("${env:TOOLPLANE_TOKEN}") },
          },
        ],
      },
    },
    {
      base: "workspace",
      paths: [".cursor/cli.json"],
      content: {
        format: "json",
        edits: [
          { at: ["permissions", "allow"], add: ["Mcp(toolplane:*)"] },
          { at: ["permissions", "deny"], add: ["Shell(*)", "Read(**)", "Write(**)"] },
        ],
      },
    },
  ],
  ownTools: {
    off: "never",
    how: "The editor has no setting for it; .cursor/cli.json refuses them to the Cursor CLI only.",
  },
};
