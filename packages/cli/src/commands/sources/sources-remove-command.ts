import type { Command } from "../../command/command.ts";

/** `toolplane sources remove NAME`. */
export const sourcesRemoveCommand: Command = {
  name: "sources remove",
  group: "Connect",
  summary: "Take a server and what you agreed to away.",
  arguments: [{ name: "name", summary: "The source.", required: true }],
  load: async () => (await import("./run-sources-remove.ts")).runSourcesRemove,
};
