import type { Client } from "./client.ts";

/** Its own questions about the server's tools are off: `codex exec` would answer them with no, and the server asks itself. */
export const codex: Client = {
  title: "Codex",
  files: (server) => [
    {
      base: "workspace",
      paths: [".codex/config.toml"],
      content: {
        format: "toml",
        edits: [
          {
            at: ["mcp_servers", "toolplane"],
            value: {
              ...(server.kind === "stdio"
                ? { command: server.command, args: [...server.args] }
                : { url: server.url, bearer_token_env_var: "TOOLPLANE_TOKEN" }),
              default_tools_approval_mode: "approve",
              required: true,
              startup_timeout_sec: 60,
              tool_timeout_sec: 3600,
            },
          },
          { at: ["features", "shell_tool"], value: false },
          { at: ["features", "unified_exec"], value: false },
          { at: ["features", "view_image"], value: false },
        ],
      },
    },
  ],
  ownTools: { off: "file", how: "features in .codex/config.toml." },
  notes: ["Codex reads this file in folders that you trust in Codex."],
};
