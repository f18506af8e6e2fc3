import type { Command } from "../../command/command.ts";

/** `toolplane memory edit`: a person writes a note. */
export const memoryEditCommand: Command = {
  name: "memory edit",
  group: "Decide",
  summary: "Write a note that later sessions read.",
  description: [
    "It takes the place of what is kept under the key. Your own words carry no",
    "labels, so only a person at a terminal can do it.",
  ].join("\n"),
  arguments: [{ name: "key", summary: "Letters, digits, dot, _ and -.", required: true }],
  options: { text: { type: "text", value: "TEXT", summary: "What to keep." } },
  examples: [
    { line: "toolplane memory edit style --text 'Tabs, no semicolons.'", meaning: "Says it once." },
  ],
  load: async () => (await import("./run-memory-edit.ts")).runMemoryEdit,
};
