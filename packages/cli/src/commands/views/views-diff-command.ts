import type { Command } from "../../command/command.ts";

/** `toolplane views diff ID PATH`. */
export const viewsDiffCommand: Command = {
  name: "views diff",
  group: "Decide",
  summary: "Show one path of a view against the project, line by line.",
  arguments: [
    { name: "view", summary: "Its id, or the end of it.", required: true },
    { name: "path", summary: "The path.", required: true },
  ],
  examples: [{ line: "toolplane views diff vt2k3x9a src/a.ts", meaning: "All of it, unfolded." }],
  load: async () => (await import("./run-views-diff.ts")).runViewsDiff,
};
