import type { Command } from "../../command/command.ts";

export const verifyCommand: Command = {
  name: "verify",
  group: "Look",
  summary: "Check that a record is whole: no row, change or session missing, changed or added.",
  description: [
    "Rows are chained by their hashes and the end is sealed with your key, so a row",
    "that was cut, changed, swapped, added or taken from elsewhere is found, and so",
    "is a payload, a manifest or a change of a file that is not the recorded one.",
    "Sessions are chained too: one that is missing is named, unless retention let go",
    "of it. Exit 1 when something is broken.",
    "",
    "A record that is put back to an older state, heads and all, shows only to who",
    "kept a head elsewhere: keep a line a day, and give the file to --head.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id, or the beginning; the newest here unless given." },
  ],
  options: {
    all: { type: "flag", short: "a", summary: "Every session of the store." },
    head: {
      type: "text",
      value: "FILE",
      summary: "As --all; and every head in the file must still be held.",
    },
    "print-head": {
      type: "flag",
      summary: "As --all; and print a head, as one line to keep elsewhere.",
    },
  },
  examples: [
    { line: "toolplane verify", meaning: "The newest session of this workspace." },
    { line: "toolplane verify --all", meaning: "Everything that was ever recorded." },
    { line: "toolplane verify --print-head >> heads", meaning: "A line a day, kept elsewhere." },
    { line: "toolplane verify --head heads", meaning: "Nothing was put back since then." },
  ],
  load: async () => (await import("./run-verify.ts")).runVerify,
};
