import type { Command } from "../../command/command.ts";

/** `toolplane doctor`: what works here, and what to do about the rest. */
export const doctorCommand: Command = {
  name: "doctor",
  group: "Look",
  summary: "Check what works here and say how to get what is missing.",
  description: [
    "Runs one command in the sandbox, opens the store, verifies the newest",
    "sessions and looks at permissions. Nothing of the project is touched.",
    "Exit 1 when something is broken.",
  ].join("\n"),
  load: async () => (await import("./run-doctor.ts")).runDoctor,
};
