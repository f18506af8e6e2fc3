import { bearer, type Client, commandOf } from "./client.ts";

/** The agent file is VS Code's own way to say which tools there are. */
const AGENT = `---
name: toolplane
description: Works through toolplane only.
tools: ["toolplane/*"]
---
Use the tools of toolplane for files, commands and the network.
`;

export const vscode: Client = {
  title: "VS Code",
  here: "${workspaceFolder}",
  files: (server) => [
    {
      base: "workspace",
      paths: [".vscode/mcp.json"],
      ...(server.kind === "http" ? { aside: "it asks for the token once" } : {}),
      content: {
        format: "json",
        edits:
          server.kind === "stdio"
            ? [{ at: ["servers", "toolplane"], value: { type: "stdio", ...commandOf(server) } }]
            : [
                {
                  at: ["inputs"],
                  value: [
                    { type: "promptString", id: "token", description: "toolplane", password: true },
                  ],
                },
                {
                  at: ["servers", "toolplane"],
                  value: { type: "http", url: server.url, headers: bearer("${input:token}") },
                },
              ],
      },
    },
    {
      base: "workspace",
      paths: [".github/agents/toolplane.agent.md"],
      content: { format: "whole", text: AGENT },
    },
  ],
  ownTools: {
    off: "start",
    how: "No setting does it for every chat. The agent that is written has toolplane's tools only; choose it in the chat as",
    line: "toolplane",
  },
};
