import type { Command } from "../../command/command.ts";

/** For completion scripts: names that change, one on each line. */
export const completeCommand: Command = {
  name: "__complete",
  group: "Connect",
  summary: "Names for completion scripts.",
  isHidden: true,
  arguments: [
    { name: "kind", summary: "tools, sessions or options.", required: true },
    { name: "tool", summary: "For options: of which tool." },
  ],
  load: async () => (await import("./run-complete.ts")).runComplete,
};
