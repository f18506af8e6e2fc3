import { bearer, type Client, commandOf, TOKEN_IN_VARIABLE } from "./client.ts";

export const copilot: Client = {
  title: "Copilot CLI",
  files: (server) => [
    {
      base: "workspace",
      paths: [".github/mcp.json"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_VARIABLE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcpServers", "toolplane"],
            value: {
              ...(server.kind === "stdio"
                ? { type: "local", ...commandOf(server) }
                : { type: "http", url: server.url, headers: bearer("${TOOLPLANE_TOKEN}") }),
              tools: ["*"],
            },
          },
        ],
      },
    },
  ],
  ownTools: {
    off: "start",
    how: "No file does it, so start it with",
    line: "copilot --available-tools toolplane --allow-tool toolplane",
  },
  notes: ["Copilot CLI reads this file in folders that you trust in Copilot CLI."],
};
