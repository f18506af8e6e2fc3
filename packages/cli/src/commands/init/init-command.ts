import type { Command } from "../../command/command.ts";

export const initCommand: Command = {
  name: "init",
  group: "Connect",
  summary: "Write commented configuration files to begin with.",
  description: [
    "Writes config.jsonc and policy.jsonc into .toolplane, and the schemas that",
    "editors complete them with. A file that is there is never touched.",
  ].join("\n"),
  options: {
    global: { type: "flag", summary: "Your own, for every project, instead of this project's." },
  },
  examples: [{ line: "toolplane init", meaning: "Then: edit the two files, toolplane trust." }],
  load: async () => (await import("./run-init.ts")).runInit,
};
