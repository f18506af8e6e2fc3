import type { Command } from "../../command/command.ts";

/** `toolplane store copy`: from a file to a team's database and back. */
export const storeCopyCommand: Command = {
  name: "store copy",
  group: "Look",
  summary: "Copy the record from this machine's file into the team's database, or back.",
  description: [
    "sqlite is the file of this machine, postgres the database that `record` in your",
    "config.jsonc names. Seals come along as they are, so every session verifies",
    "there as it does here. What is copied into must be empty. A copy that was cut",
    "off goes on with the same words. End other toolplane processes first.",
  ].join("\n"),
  arguments: [
    { name: "from", summary: "sqlite or postgres." },
    { name: "to", summary: "The other one." },
  ],
  examples: [
    {
      line: "toolplane store copy sqlite postgres",
      meaning: "This machine's record, for the team.",
    },
    { line: "toolplane store copy postgres sqlite", meaning: "And back into a file." },
  ],
  load: async () => (await import("./run-store-copy.ts")).runStoreCopy,
};
