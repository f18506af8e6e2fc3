import { bearer, type Client, TOKEN_IN_VARIABLE } from "./client.ts";

const OWN = [
  "bash",
  "read",
  "edit",
  "write",
  "apply_patch",
  "glob",
  "grep",
  "list",
  "lsp",
  "webfetch",
  "websearch",
  "codesearch",
  "task",
];

export const opencode: Client = {
  title: "opencode",
  files: (server) => [
    {
      base: "workspace",
      paths: ["opencode.json", "opencode.jsonc"],
      ...(server.kind === "http" ? { aside: TOKEN_IN_VARIABLE } : {}),
      content: {
        format: "json",
        edits: [
          {
            at: ["mcp", "toolplane"],
            value:
              server.kind === "stdio"
                ? { type: "local", command: [server.command, ...server.args], enabled: true }
                : {
                    type: "remote",
                    url: server.url,
                    headers: bearer("{env:TOOLPLANE_TOKEN}"),
                    oauth: false,
                    enabled: true,
                  },
          },
          ...OWN.map((tool) => ({ at: ["tools", tool], value: false })),
        ],
      },
    },
  ],
  ownTools: { off: "file", how: "tools in opencode.json." },
};
