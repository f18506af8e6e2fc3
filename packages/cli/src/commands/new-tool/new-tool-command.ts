import type { Command } from "../../command/command.ts";

export const newToolCommand: Command = {
  name: "new tool",
  group: "Connect",
  summary: "Write a tool of your own to begin with.",
  description: [
    "Writes a folder with a tool that works, and says how to call it. Yours for",
    "every project, in ~/.toolplane/tools; with --project for whoever works on this",
    "one, who trusts it first. A tool runs in a sandbox and reaches only what it",
    "declares.",
  ].join("\n"),
  arguments: [{ name: "name", required: true, summary: "The name that it is called by." }],
  options: {
    project: { type: "flag", summary: "In this project's .toolplane/tools instead of your own." },
  },
  examples: [{ line: "toolplane new tool word_count", meaning: "Then: toolplane call word_count" }],
  load: async () => (await import("./run-new-tool.ts")).runNewTool,
};
