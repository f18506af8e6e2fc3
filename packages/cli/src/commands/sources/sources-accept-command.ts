import type { Command } from "../../command/command.ts";

/** `toolplane sources accept NAME`. */
export const sourcesAcceptCommand: Command = {
  name: "sources accept",
  group: "Connect",
  summary: "Agree to a server, and to its tools, as they are now.",
  description: [
    "Shows the command, starts it after you agreed to exactly that, shows what is",
    "different about its tools, and pins them as they are now.",
  ].join("\n"),
  arguments: [{ name: "name", summary: "The source.", required: true }],
  options: {
    "install-scripts": {
      type: "flag",
      summary: "Where a package is fetched: let it run its install scripts, unconfined.",
    },
    yes: { type: "flag", short: "y", summary: "Agree without being asked: for scripts." },
  },
  load: async () => (await import("./run-sources-accept.ts")).runSourcesAccept,
};
