import type { Command } from "../../command/command.ts";
import { SESSION_OPTION } from "./session-option.ts";

/** `toolplane labels clear`: a person takes all labels of a session away. */
export const labelsClearCommand: Command = {
  name: "labels clear",
  group: "Decide",
  summary: "Take all labels of a session away.",
  description: [
    "Only a person at a terminal can, and it is written into the record. A new",
    "session has none, which is often the better way.",
  ].join("\n"),
  options: SESSION_OPTION,
  examples: [{ line: "toolplane labels clear", meaning: "Of the newest session here." }],
  load: async () => (await import("./run-labels-clear.ts")).runLabelsClear,
};
