import type { Command } from "../../command/command.ts";
import { SESSION_OPTION } from "./session-option.ts";

/** `toolplane labels endorse`: a person vouches for one source. */
export const labelsEndorseCommand: Command = {
  name: "labels endorse",
  group: "Decide",
  summary: "Vouch for one source: what came from it no longer counts.",
  description: [
    "Only a person at a terminal can, and it is written into the record. A session",
    "that runs in another process hears of it when it goes on.",
  ].join("\n"),
  arguments: [{ name: "source", summary: "As toolplane labels names it.", required: true }],
  options: SESSION_OPTION,
  examples: [
    { line: "toolplane labels endorse docs.example.com", meaning: "You trust this site." },
  ],
  load: async () => (await import("./run-labels-endorse.ts")).runLabelsEndorse,
};
