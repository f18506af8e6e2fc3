import { bearer, type Client, commandOf, TOKEN_IN_PLACE } from "./client.ts";

export const cline: Client = {
  title: "Cline",
  files: (server) => [
    {
      base: "home",
      paths: [".cline/data/settings/cline_mcp_settings.json"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_PLACE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcpServers", "toolplane"],
            value: {
              ...(server.kind === "stdio"
                ? commandOf(server)
                : { type: "streamableHttp", url: server.url, headers: bearer("TOKEN") }),
              disabled: false,
              timeout: 3600,
            },
          },
        ],
      },
    },
  ],
  ownTools: { off: "never", how: "Cline has no setting for it." },
  notes: [
    "The file is for every project; the server in it works in this folder.",
    "The extension of VS Code keeps a file of its own: Configure MCP Servers opens it.",
  ],
};
