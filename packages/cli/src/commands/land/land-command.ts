import type { Command } from "../../command/command.ts";

/** `toolplane land`: change sets that wait for a person. */
export const landCommand: Command = {
  name: "land",
  group: "Decide",
  summary: "List, look at, land or drop what commands changed and could not land.",
  description: [
    "A command runs on a view of the workspace, and what it changed lands when it",
    "has ended: all of it or nothing. What was refused, what somebody changed",
    "meanwhile and what nobody was there to be asked about waits here under the",
    "id of its call. Landing judges it again: a deny still holds, and what only",
    "asks is answered by your yes.",
  ].join("\n"),
  arguments: [
    { name: "call", summary: "The set, by the id of its call or the end of it; none lists them." },
    { name: "action", summary: "drop: throw it away. Nothing has changed and nothing will." },
  ],
  options: {
    without: {
      type: "list",
      value: "PATH",
      summary: "Leave this path out; several times. No removal of the set lands then.",
    },
    drop: { type: "flag", summary: "The same as drop." },
    all: { type: "flag", summary: "Every path on a line of its own." },
    diff: { type: "flag", summary: "What is different in each file, line by line." },
    yes: { type: "flag", summary: "Do not ask: land it, or drop it." },
  },
  examples: [
    { line: "toolplane land", meaning: "What waits." },
    { line: "toolplane land call_7f3a --diff", meaning: "Look at it; then it asks." },
    { line: "toolplane land call_7f3a --without .vscode", meaning: "All but that folder." },
    { line: "toolplane land call_7f3a drop", meaning: "Throw it away." },
  ],
  load: async () => (await import("./run-land.ts")).runLand,
};
