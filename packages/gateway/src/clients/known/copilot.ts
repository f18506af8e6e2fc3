import { type Client, TOKEN_IN_VARIABLE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

export const copilot: Client = {
  title: "Copilot CLI",
  files: (server) => [
    mcpServersFile(server, {
      base: "workspace",
      path: ".github/mcp.json",
      token: "${TOOLPLANE_TOKEN}",
      aside: TOKEN_IN_VARIABLE,
      http: { type: "http" },
      stdio: { type: "local" },
      more: { tools: ["*"] },
    }),
  ],
  ownTools: {
    off: "start",
    how: "No file does it, so start it with",
    line: "copilot --available-tools toolplane --allow-tool toolplane",
  },
  notes: ["Copilot CLI reads this file in folders that you trust in Copilot CLI."],
};
