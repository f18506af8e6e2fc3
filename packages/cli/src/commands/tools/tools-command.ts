import type { Command } from "../../command/command.ts";

/** `toolplane tools [QUERY | NAME]`. */
export const toolsCommand: Command = {
  name: "tools",
  group: "Look",
  summary: "List the tools, search them, or show one in full.",
  description: [
    "With the name of a tool: its parameters, limits and what it may touch.",
    "With other words: the tools that a model's own search would find, best first.",
  ].join("\n"),
  arguments: [{ name: "query", summary: "The name of a tool, or words to search.", rest: true }],
  options: {
    all: { type: "flag", summary: "Also what is shadowed, switched off or refused." },
  },
  examples: [
    { line: "toolplane tools", meaning: "All of them." },
    { line: "toolplane tools search code", meaning: "Those that search code." },
    { line: "toolplane tools grep", meaning: "One, with its parameters." },
  ],
  load: async () => (await import("./run-tools.ts")).runTools,
};
