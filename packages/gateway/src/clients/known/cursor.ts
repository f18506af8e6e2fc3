import { type Client, TOKEN_IN_VARIABLE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

export const cursor: Client = {
  title: "Cursor",
  here: "${workspaceFolder}",
  files: (server) => [
    mcpServersFile(server, {
      base: "workspace",
      path: ".cursor/mcp.json",
      token: "${env:TOOLPLANE_TOKEN}",
      aside: TOKEN_IN_VARIABLE,
    }),
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
