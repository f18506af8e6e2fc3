import type { Command } from "../../command/command.ts";

/** `toolplane views land ID`. */
export const viewsLandCommand: Command = {
  name: "views land",
  group: "Decide",
  summary: "Land what a view holds, in your name.",
  description: [
    "Brings in what the project changed meanwhile, judges every path by the rules",
    "of today, and lands all of it or nothing. A deny still holds, and what only",
    "asks is answered by your yes. What a required check said does not stop you.",
  ].join("\n"),
  arguments: [{ name: "view", summary: "Its id, or the end of it.", required: true }],
  options: {
    all: { type: "flag", summary: "Every path on a line of its own." },
    diff: { type: "flag", summary: "What is different in each file, line by line." },
    yes: { type: "flag", summary: "Do not ask: land it." },
  },
  examples: [
    { line: "toolplane views land vt2k3x9a --diff", meaning: "Look at it; then it asks." },
  ],
  load: async () => (await import("./run-views-land.ts")).runViewsLand,
};
