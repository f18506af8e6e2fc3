import type { Command } from "../../command/command.ts";

export const configCommand: Command = {
  name: "config",
  group: "Look",
  summary: "Every setting that holds here, and where it comes from.",
  description: [
    "Five layers, later ones win: what toolplane brings, your own config.jsonc,",
    "the project's once you trusted it, the environment, and --set.",
  ].join("\n"),
  examples: [
    { line: "toolplane config", meaning: "All values with their origin." },
    { line: "toolplane config --set mode=yolo", meaning: "What would hold then." },
  ],
  load: async () => (await import("./run-config.ts")).runConfig,
};
