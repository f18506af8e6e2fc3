import type { Command } from "../../command/command.ts";

/** `toolplane views show ID`. */
export const viewsShowCommand: Command = {
  name: "views show",
  group: "Decide",
  summary: "Show what a view would change in the project as it is now.",
  arguments: [{ name: "view", summary: "Its id, or the end of it.", required: true }],
  options: { all: { type: "flag", summary: "Every path on a line of its own." } },
  examples: [{ line: "toolplane views show vt2k3x9a", meaning: "The set, and each difference." }],
  load: async () => (await import("./run-views-show.ts")).runViewsShow,
};
