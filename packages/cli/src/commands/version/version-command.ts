import type { Command } from "../../command/command.ts";

/** `toolplane version`. `toolplane --version` is answered before anything is loaded. */
export const versionCommand: Command = {
  name: "version",
  group: "Look",
  summary: "Print the version.",
  load: async () => (await import("./run-version.ts")).runVersion,
};
