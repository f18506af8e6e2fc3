import type { Command } from "../../command/command.ts";

export const replayCommand: Command = {
  name: "replay",
  group: "Run",
  summary: "Walk a session's calls again, without side effects, and compare.",
  description: [
    "Every call goes through every stage again except the one that runs it: with the",
    "recorded answers and outputs, and with today's tools, rules and settings. What",
    "comes out is compared with the record byte for byte. Nothing is run, nobody is",
    "asked, no file is touched; the workspace may have changed or be gone. Exit 1",
    "when something differs.",
  ].join("\n"),
  arguments: [
    { name: "session", summary: "Its id, or the beginning; the newest here unless given." },
  ],
  options: {
    results: { type: "flag", summary: "Print each recorded result as a line of JSON." },
  },
  examples: [
    { line: "toolplane replay ses_7kq2m9", meaning: "Would it come out the same today?" },
    { line: "toolplane replay ses_7kq2m9 --results", meaning: "The results, for a test." },
  ],
  load: async () => (await import("./run-replay.ts")).runReplay,
};
