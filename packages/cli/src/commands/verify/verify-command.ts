import type { Command } from "../../command/command.ts";

export const verifyCommand: Command = {
  name: "verify",
  group: "Look",
  summary: "Check that a record is whole: no row missing, changed or added.",
  description: [
    "Rows are chained by their hashes and the end is sealed with your key, so a row",
    "that was cut, changed, swapped, added or taken from elsewhere is found, and so",
    "is a payload that is not the recorded one. Exit 1 when something is broken.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id, or the beginning; the newest here unless given." },
  ],
  options: { all: { type: "flag", short: "a", summary: "Every session of the store." } },
  examples: [
    { line: "toolplane verify", meaning: "The newest session of this workspace." },
    { line: "toolplane verify --all", meaning: "Everything that was ever recorded." },
  ],
  load: async () => (await import("./run-verify.ts")).runVerify,
};
