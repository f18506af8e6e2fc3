import { type Client, TOKEN_IN_VARIABLE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

/** `direct`: else its model has to write a script to reach a tool. Before 1.0 pi spoke MCP by an extension only. */
export const pi: Client = {
  title: "pi",
  files: (server) => [
    mcpServersFile(server, {
      base: "workspace",
      path: ".pi/mcp.json",
      token: "${TOOLPLANE_TOKEN}",
      aside: TOKEN_IN_VARIABLE,
      more: { exposure: "direct", timeout: 3600 },
    }),
    {
      base: "workspace",
      paths: [".pi/settings.json"],
      content: { format: "json", edits: [{ at: ["defaultTools"], value: [] }] },
    },
  ],
  ownTools: {
    off: "file",
    how: "defaultTools in .pi/settings.json; pi --no-builtin-tools does it for one run.",
  },
  notes: ["pi reads these files in folders that you trust in pi, from pi 1.0 on."],
};
