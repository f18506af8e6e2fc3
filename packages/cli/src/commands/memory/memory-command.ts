import type { Command } from "../../command/command.ts";

/** `toolplane memory`: what tools keep of this project between sessions. */
export const memoryCommand: Command = {
  name: "memory",
  group: "Look",
  summary: "List the notes that are kept of this project, or show one.",
  description: [
    "The tool memory keeps them. Each has the labels of what its session had read",
    "when it was written; whoever reads the note takes them over.",
  ].join("\n"),
  arguments: [{ name: "key", summary: "One note, with its whole text." }],
  options: {},
  examples: [
    { line: "toolplane memory", meaning: "All of them." },
    { line: "toolplane memory style", meaning: "The text of one." },
  ],
  load: async () => (await import("./run-memory.ts")).runMemory,
};
