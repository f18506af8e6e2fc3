import type { Command } from "../../command/command.ts";

const shared = {
  group: "Connect",
  arguments: [{ name: "name", summary: "The source.", required: true }],
} as const;

/** `toolplane sources enable NAME`. */
export const sourcesEnableCommand: Command = {
  ...shared,
  name: "sources enable",
  summary: "Let the tools of a server be there again.",
  load: async () => (await import("./run-sources-enable.ts")).runSourcesEnable(true),
};

/** `toolplane sources disable NAME`. */
export const sourcesDisableCommand: Command = {
  ...shared,
  name: "sources disable",
  summary: "Keep a server, without its tools being there.",
  load: async () => (await import("./run-sources-enable.ts")).runSourcesEnable(false),
};
