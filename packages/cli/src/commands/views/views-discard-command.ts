import type { Command } from "../../command/command.ts";

/** `toolplane views discard ID`. */
export const viewsDiscardCommand: Command = {
  name: "views discard",
  group: "Decide",
  summary: "Throw away what a view holds. The project stays as it is.",
  arguments: [{ name: "view", summary: "Its id, or the end of it.", required: true }],
  options: {
    all: { type: "flag", summary: "Every path on a line of its own." },
    yes: { type: "flag", summary: "Do not ask." },
  },
  examples: [{ line: "toolplane views discard vt2k3x9a", meaning: "Shows it; then it asks." }],
  load: async () => (await import("./run-views-discard.ts")).runViewsDiscard,
};
