import { type Client, TOKEN_IN_PLACE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

const OWN = [
  "read_files",
  "search_codebase",
  "run_commands",
  "fetch_web_content",
  "apply_patch",
  "editor",
];

export const cline: Client = {
  title: "Cline",
  files: (server) => [
    mcpServersFile(server, {
      base: "home",
      path: ".cline/data/settings/cline_mcp_settings.json",
      token: "TOKEN",
      aside: TOKEN_IN_PLACE,
      http: { type: "streamableHttp" },
      more: { disabled: false, timeout: 3600 },
    }),
    {
      base: "home",
      paths: [".cline/data/settings/global-settings.json"],
      content: { format: "json", edits: [{ at: ["disabledTools"], add: OWN }] },
    },
  ],
  ownTools: { off: "file", how: "disabledTools in ~/.cline/data/settings/global-settings.json." },
  notes: [
    "The files are for every project; the server in them works in this folder.",
    "The extension of VS Code keeps a file of its own: Configure MCP Servers opens it.",
  ],
};
