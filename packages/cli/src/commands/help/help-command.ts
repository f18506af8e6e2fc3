import type { Command } from "../../command/command.ts";

/** `toolplane help show` is `toolplane show --help`. */
export const helpCommand: Command = {
  name: "help",
  group: "Look",
  summary: "Say what a command does and takes.",
  arguments: [{ name: "command", summary: "One or two words.", rest: true }],
  load: async () => (await import("./run-help.ts")).runHelp,
};
