import { type Client, TOKEN_IN_VARIABLE } from "./client.ts";
import { mcpServersFile } from "./mcp-servers-file.ts";

/** Its tools that reach files, commands and the network past the server; the rest of them plan, ask and list. */
const OWN = [
  "Bash",
  "BashOutput",
  "KillShell",
  "Monitor",
  "Read",
  "Edit",
  "Write",
  "NotebookEdit",
  "Glob",
  "Grep",
  "LSP",
  "WebFetch",
  "WebSearch",
];

/** Settings that are a person's own, so that nothing of this machine is committed with the project's. */
export const claudeCode: Client = {
  title: "Claude Code",
  files: (server) => [
    mcpServersFile(server, {
      base: "workspace",
      path: ".mcp.json",
      token: "${TOOLPLANE_TOKEN}",
      aside: TOKEN_IN_VARIABLE,
      http: { type: "http" },
      stdio: { type: "stdio" },
    }),
    {
      base: "workspace",
      paths: [".claude/settings.local.json"],
      content: {
        format: "json",
        edits: [
          { at: ["enabledMcpjsonServers"], add: ["toolplane"] },
          { at: ["permissions", "allow"], add: ["mcp__toolplane"] },
          { at: ["permissions", "deny"], add: OWN },
        ],
      },
    },
  ],
  ownTools: {
    off: "file",
    how: 'permissions.deny in .claude/settings.local.json; claude --tools "" does it for one run.',
  },
  notes: ["Claude Code reads these files in folders that you trust in Claude Code; it asks once."],
};
