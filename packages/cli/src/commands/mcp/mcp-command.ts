import type { Command } from "../../command/command.ts";
import { CLIENT_VIEW_OPTION, TOOLS_OPTION, WAIT_OPTION } from "../../serving/serve-options.ts";

export const mcpCommand: Command = {
  name: "mcp",
  group: "Connect",
  summary: "Serve one MCP client over standard input and output.",
  description: [
    "For an MCP client to start: standard output belongs to the protocol, and",
    "everything that is said goes to standard error. It ends with its client.",
    "toolplane start shows what to paste into which client.",
  ].join("\n"),
  options: { wait: WAIT_OPTION, tools: TOOLS_OPTION, view: CLIENT_VIEW_OPTION },
  examples: [
    { line: "toolplane mcp", meaning: "What a client starts; it waits for messages." },
    { line: "toolplane mcp --workspace ~/src/app", meaning: "The same, for another folder." },
    { line: "toolplane mcp --tools read,grep,glob", meaning: "Three tools, and no others." },
  ],
  load: async () => (await import("./run-mcp.ts")).runMcp,
};
