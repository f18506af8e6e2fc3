import type { Command } from "../../command/command.ts";

/** `toolplane sources logout NAME`. */
export const sourcesLogoutCommand: Command = {
  name: "sources logout",
  group: "Connect",
  summary: "Throw the token for a server away.",
  arguments: [{ name: "name", summary: "The source.", required: true }],
  load: async () => (await import("./run-sources-logout.ts")).runSourcesLogout,
};
